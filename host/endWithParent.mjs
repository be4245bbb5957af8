// Loaded into n8n ahead of its own code. The channel to the process that started n8n closes when that
// process ends, however it ends; n8n then shuts down instead of staying behind.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

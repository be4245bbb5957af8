// Loaded into n8n ahead of its own code. The channel to the process that started n8n closes when that
// process ends, however it ends; n8n then shuts down instead of staying behind.
// On Windows, a signal would end it without that.
process.on('disconnect', () => {
	if (!process.emit('SIGTERM', 'SIGTERM')) process.exit();
});

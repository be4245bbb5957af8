// n8n writes every error of a node to the console: thousands here, all of them meant.
process.env.N8N_LOG_LEVEL = 'silent';

import js from '@eslint/js';
import { globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** For what is not published: the stock configuration next to this one is for n8n's nodes. */
export default tseslint.config(
	globalIgnores(['**/node_modules', '.cache', 'credentials', 'dist', 'nodes']),
	js.configs.recommended,
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommended],
	},
	{
		files: ['**/*.{js,mjs,cjs,ts}'],
		languageOptions: {
			globals: Object.fromEntries(
				[
					'AbortSignal',
					'Buffer',
					'URL',
					'URLSearchParams',
					'__dirname',
					'__filename',
					'clearInterval',
					'clearTimeout',
					'console',
					'fetch',
					'module',
					'process',
					'require',
					'exports',
					'document',
					'setInterval',
					'setTimeout',
				].map((name) => [name, 'readonly']),
			),
		},
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		files: ['sandbox/inbox/*.js'],
		languageOptions: {
			globals: Object.fromEntries(
				['FormData', 'Option', 'location', 'navigator', 'window'].map((name) => [name, 'readonly']),
			),
		},
	},
	{
		files: ['**/*.ts'],
		rules: {
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
			],
		},
	},
);

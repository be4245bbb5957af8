import { readFileSync } from 'node:fs';

import { notesOf } from './changelog';

// What a version brought, for the page of its release: `tsx release/notes.ts 1.2.3`
process.stdout.write(`${notesOf(readFileSync('CHANGELOG.md', 'utf8'), process.argv[2] ?? '')}\n`);

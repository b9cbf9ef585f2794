/**
 * The minimal program that checks config files: reads, parses and validates each. Arguments: the schema, the folder.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

const [schema = '', folder = ''] = process.argv.slice(2);
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));
const wrong = globSync('**/.mcp.json', { cwd: folder }).filter(
  (file) => !validate(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
);
process.exitCode = wrong.length === 0 ? 0 : 1;

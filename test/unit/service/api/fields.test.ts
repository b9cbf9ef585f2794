/** All rows of the spec's record and parameter tables, copied from the spec and not from the API description. */
import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../src/service/api/index.ts';
import {
  asAny,
  clientOf,
  errorOf,
  executionPage,
  json,
  run,
  step,
  version,
  wholeChat,
  workflow,
  workflowDetails,
} from './support.ts';

type Row = [field: string, type: 'string' | 'number' | 'array' | 'string or null' | 'number or null'];
const rowsOf = (fields: Partial<Record<Row[1], string>>): Row[] =>
  Object.entries(fields).flatMap(([type, names]) => names.split(' ').map((name): Row => [name, type as Row[1]]));
type Good = Record<string, unknown>;
interface RecordTable {
  /** The response to a change: fields it leaves out are filled in from the request. */
  echo?: true;
  /** In the IDs of docs/spec-coverage.http-api.md. */
  name: string;
  good: Good;
  rows: Row[];
  /** Response body with the record, and how the client returns the record. */
  body: (record: Good) => unknown;
  read: (client: ApiClient) => Promise<unknown>;
  /** Path of the record in the body. */
  place: string;
}

const runDetail = { ...run(1), steps: [step], step_count: 1 };
const RUN_ROWS = rowsOf({
  string: 'id workflow_id version_id version_display_name type status created_at',
  'number or null': 'duration',
  'string or null': 'started_at finished_at',
});
const VERSION_ROWS = rowsOf({ string: 'id display_name state created_at updated_at', number: 'revision' });
const { updated_at: _updated, ...created } = version(0);
const parent = { ...created, uid: 'ver_0' };

const RECORDS: RecordTable[] = [
  {
    name: 'WorkflowMetadata',
    good: workflow,
    rows: rowsOf({ string: 'id name webhook_url created_at updated_at', 'string or null': 'description' }),
    body: (record) => [record],
    read: async (client) => (await client.listWorkflows())[0],
    place: '[0]',
  },
  {
    name: 'WorkflowDetails',
    good: workflowDetails,
    rows: rowsOf({
      string: 'id webhook_url name status created_at updated_at',
      'string or null': 'active_version_id description metadata schedule_options next_run_at',
    }),
    body: (record) => record,
    read: (client) => client.getWorkflow('w'),
    place: '',
  },
  {
    name: 'WorkflowVersion',
    good: version(1),
    rows: VERSION_ROWS,
    body: (record) => ({ items: [record], total: 1, page: 1, limit: 20 }),
    read: async (client) => (await client.listVersions('w')).items[0],
    place: 'items[0]',
  },
  {
    name: 'VersionDetails',
    good: version(1),
    rows: VERSION_ROWS,
    body: (record) => ({ version: record }),
    read: (client) => client.getVersion('v'),
    place: 'version',
  },
  {
    name: 'VersionDetails.parent',
    good: parent,
    rows: rowsOf({ string: 'id uid display_name state created_at', number: 'revision' }),
    body: (record) => ({ version: { ...version(1), parent: record } }),
    read: async (client) => (await client.getVersion('v')).parent,
    place: 'version.parent',
  },
  {
    name: 'VersionsPage',
    good: { items: [], total: 0, page: 1, limit: 20 },
    rows: rowsOf({ array: 'items', number: 'total page limit' }),
    body: (record) => record,
    read: (client) => client.listVersions('w'),
    place: '',
  },
  {
    name: 'WorkflowRunMetadata',
    good: run(1),
    rows: RUN_ROWS,
    body: (record) => executionPage([record]),
    read: async (client) => (await client.listExecutions()).items[0],
    place: 'items[0]',
  },
  {
    name: 'ExecutionsPage',
    good: executionPage([]),
    rows: rowsOf({ array: 'items', number: 'total succeeded failed page limit' }),
    body: (record) => record,
    read: (client) => client.listExecutions(),
    place: '',
  },
  {
    name: 'WorkflowRunDetail',
    good: runDetail,
    rows: [...RUN_ROWS, ['steps', 'array'], ['step_count', 'number']],
    body: (record) => record,
    read: (client) => client.getExecution('r'),
    place: '',
  },
  {
    name: 'StepExecution',
    good: step,
    // The spec says number for a duration. Null is also accepted, for a step that hasn't started.
    rows: rowsOf({
      string: 'id step_name step_type status created_at',
      number: 'attempt',
      'string or null': 'error started_at finished_at',
      'number or null': 'duration',
    }),
    body: (record) => ({ ...run(1), steps: [record], step_count: 1 }),
    read: async (client) => (await client.getExecution('r')).steps[0],
    place: 'steps[0]',
  },
  {
    name: 'StatusChange',
    echo: true,
    good: { message: 'ok', workflow_id: 'w', status: 'enabled' },
    rows: rowsOf({ string: 'message workflow_id status' }),
    body: (record) => record,
    read: (client) => client.setWorkflowStatus('w', 'enabled'),
    place: '',
  },
  {
    name: 'PublishResult',
    echo: true,
    good: { message: 'ok', workflow_id: 'w', version_id: 'v' },
    rows: rowsOf({ string: 'message workflow_id version_id' }),
    body: (record) => record,
    read: (client) => client.publish('w', { version_id: 'v' }),
    place: '',
  },
];

const wrongAt = (path: string) => ({ kind: 'badResponse', message: expect.stringContaining(`: ${path}: `) });

describe.each(RECORDS.map((one) => [one.name, one] as const))(
  'record: %s',
  (name, { good, rows, body, read, place, echo }) => {
    const readRecord = (record: Good) => read(clientOf([json(body(record))]).client);
    const at = (field: string) => (place === '' ? field : `${place}.${field}`);

    it(`has these fields and no others [spec ${name}]`, async () => {
      expect(Object.keys(good).sort()).toEqual(rows.map(([field]) => field).sort());
      expect(await readRecord(good)).toEqual(good);
    });

    it.each(rows.map((row) => [...row, `${name}.${row[0]}`] as const))('%s: %s [spec %s]', async (field, type) => {
      const wrong = type.startsWith('string') ? 7 : 'seven';
      expect(await errorOf(readRecord({ ...good, [field]: wrong }))).toMatchObject(wrongAt(at(field)));
      const { [field]: _left, ...without } = good;
      if (echo === true) {
        // The change has been made, so fields missing in the response are filled in from the request.
        const filled = { ...good, [field]: field === 'message' ? null : good[field] };
        expect(await readRecord(without)).toEqual(filled);
        expect(await readRecord({ ...good, [field]: null })).toEqual(filled);
      } else if (type.endsWith('or null')) {
        expect(await readRecord({ ...good, [field]: null })).toEqual({ ...good, [field]: null });
        expect(await readRecord(without)).toEqual({ ...good, [field]: null });
        const other = type.startsWith('string') ? '2026-03-04T05:06:07Z' : 2.5;
        expect(await readRecord({ ...good, [field]: other })).toEqual({ ...good, [field]: other });
      } else {
        expect(await errorOf(readRecord({ ...good, [field]: null }))).toMatchObject(wrongAt(at(field)));
        const { kind, message } = await errorOf(readRecord(without));
        expect(kind).toBe('badResponse');
        expect(message).toContain(`: ${place === '' ? '' : `${place}: `}must have required property '${field}'`);
      }
    });
  },
);

describe('record: VersionDetails, optional fields', () => {
  const readVersion = (more: Good) => clientOf([json({ version: { ...version(1), ...more } })]).client.getVersion('v');

  it('parent: object or null, optional [spec VersionDetails.parent]', async () => {
    expect(await readVersion({ parent })).toEqual({ ...version(1), parent });
    expect(await readVersion({ parent: null })).toEqual({ ...version(1), parent: null });
    expect(await readVersion({})).toEqual(version(1));
    expect(await errorOf(readVersion({ parent: 'x' }))).toMatchObject(wrongAt('version.parent'));
  });

  it('commit_message: string or null, optional [spec VersionDetails.commit_message]', async () => {
    expect(await readVersion({ commit_message: 'why' })).toEqual({ ...version(1), commit_message: 'why' });
    expect(await readVersion({ commit_message: null })).toEqual({ ...version(1), commit_message: null });
    expect(await errorOf(readVersion({ commit_message: 7 }))).toMatchObject(wrongAt('version.commit_message'));
  });
});

interface ParameterTable {
  name: string;
  rows: [field: string, required: 'required' | 'optional', value: unknown, wrong: unknown][];
  send: (client: ApiClient, request: Good) => Promise<unknown>;
}

const MODEL: ParameterTable['rows'][number] = ['model', 'required', 'a/b', 'nameless'];
const PARAMETERS: ParameterTable[] = [
  {
    name: 'Chat',
    rows: [
      MODEL,
      ['messages', 'required', [{ role: 'user', content: 'Hi' }], 'Hi'],
      ['temperature', 'optional', 0.7, 'hot'],
      ['max_completion_tokens', 'optional', 100, 1.5],
    ],
    send: (client, request) => wholeChat(client, asAny(request)),
  },
  {
    name: 'Speech',
    rows: [MODEL, ['input', 'required', 'Hi', 7], ['voice', 'optional', 'ada', 7]],
    send: (client, request) => client.speech(asAny(request)),
  },
  {
    name: 'Transcription',
    rows: [['file', 'required', new Blob(['x']), undefined], MODEL, ['language', 'optional', 'de', 7]],
    send: (client, request) => client.transcribe(asAny(request)),
  },
  {
    name: 'Image',
    rows: [MODEL, ['prompt', 'required', 'a cat', 7], ['size', 'optional', '64x64', 'large']],
    send: (client, request) => client.images(asAny(request)),
  },
  {
    name: 'Publish',
    rows: [
      ['version_id', 'required', 'v', 7],
      ['commit_message', 'optional', 'why', 7],
    ],
    send: (client, request) => client.publish('w', asAny(request)),
  },
  {
    name: 'Message',
    rows: [
      ['role', 'required', 'user', 7],
      ['content', 'required', 'Hi', 7],
    ],
    send: (client, request) => wholeChat(client, { model: 'a/b', messages: [asAny(request)] }),
  },
  {
    name: 'VersionsQuery',
    rows: [
      ['page', 'optional', 2, 0],
      ['limit', 'optional', 50, 101],
    ],
    send: (client, request) => client.listVersions('w', asAny(request)),
  },
  {
    name: 'ExecutionsQuery',
    rows: [
      ['page', 'optional', 2, 0],
      ['limit', 'optional', 50, 101],
      ['workflow_id', 'optional', 'wf_1', 7],
      ['status', 'optional', 'FAILED', 'DONE'],
    ],
    send: (client, request) => client.listExecutions(asAny(request)),
  },
  {
    name: 'StatusRequest',
    rows: [['status', 'required', 'enabled', 'paused']],
    send: (client, request) => client.setWorkflowStatus('w', asAny(request.status)),
  },
];

describe.each(PARAMETERS.map((one) => [one.name, one] as const))('parameters: %s', (name, { rows, send }) => {
  const all = Object.fromEntries(rows.map(([field, , value]) => [field, value]));
  const refused = json({ error: 'never mind' }, 422);

  it.each(rows.map(([field, required, ...values]) => [field, required, `${name}.${field}`, ...values] as const))(
    '%s, %s [spec %s]',
    async (field, required, _row, value, wrong) => {
      const { client, sent } = clientOf([refused]);
      expect(await errorOf(send(client, all))).toMatchObject({ kind: 'invalidBody' });
      const [one] = sent;
      const query = new URL(one?.url ?? '').searchParams;
      const body: unknown =
        one?.body instanceof FormData
          ? Object.fromEntries(one.body)
          : typeof one?.body === 'string'
            ? JSON.parse(one.body)
            : undefined;
      if (value instanceof Blob) expect((body as Record<string, unknown>)[field]).toBeInstanceOf(Blob);
      else if (body === undefined) expect(query.get(field)).toBe(String(value));
      else expect(JSON.stringify(body)).toContain(`${JSON.stringify(field)}:${JSON.stringify(value)}`);

      expect(await errorOf(send(client, { ...all, [field]: wrong }))).toMatchObject({ kind: 'validation' });
      const { [field]: _left, ...without } = all;
      const kind = required === 'required' ? 'validation' : 'invalidBody';
      expect(await errorOf(send(client, without))).toMatchObject({ kind });
      expect(sent).toHaveLength(required === 'required' ? 1 : 2);
    },
  );
});

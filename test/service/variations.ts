/**
 * A service that isn't the reference service: everything that the document of the API (spec http-api.md) leaves open is
 * chosen by a seed, and nothing that it fixes. The freedoms, and where the document gives them:
 *
 * | Freedom | Section of the document |
 * | --- | --- |
 * | Transitions of runs: paused, or ended for a while, then going on or another end | States: "Transitions: not shown" |
 * | Order of workflows, versions, and runs; order of steps | Workflows: "Ordering of items in any list: not shown" |
 * | What `total`, `succeeded`, and `failed` count: with or without the filter, the rows of the page, or nothing | Executions: only their type is given |
 * | Rows of a page: fewer than the `limit` that was asked for; the response says which | Limits: only its maximum is given |
 * | IDs of any characters | Resources: "string" |
 * | Names, descriptions, messages, and errors: empty, the same, several lines; `metadata` and `schedule_options` of any text | Resources: "string", "string or null" |
 * | `revision` and `attempt` from 0, from 1, or others | Resources: "number" |
 * | Null in place of description, duration, `started_at`, and `finished_at`, in any state | Resources: "or null" |
 * | `parent` and `commit_message`: absent, null, or there | Version details: "or null, optional" |
 * | `code` and `details` of errors, where no code is given | Error body: "optional" |
 * | Other types of runs | Execution: "the full set is open" |
 * | Other statuses, states, types of steps, and fields | Versioning: "Policy for changes to the API itself: not shown" |
 * | Times: zones, fractions, and forms of ISO 8601 for workflows; also other texts for versions, runs, and steps | Resources: "ISO 8601", "string" |
 * | Numbers as 3, 3.0, or 3e0; spaces; escapes; pieces in which a body arrives | Endpoints: "Bodies are JSON" |
 * | Names of headers in any case; content type of JSON; Retry-After or none | Endpoints, Limits: no header of a response is given |
 * | Bodies of errors of the router | Errors: "The body shape of router errors: not shown" |
 * | Texts of all errors, except "Unauthorized: …" of the list of runs | Error body: "message" |
 * | Body of a completion; events of a stream, its usage, and its end | Resources: "Chat completion result body", Events: "not shown" |
 * | Records of models, the list around them, units and names of prices | Resources: "Model record fields: not shown" |
 * | Content type of audio | Text to speech: "not shown" |
 * | Bodies of images and transcripts | Speech to text, Image generation: "Response body: not shown" |
 * | Text of the response to a change; that it has more fields | Workflows: `message` (string) |
 *
 * A service has no requests between two states of a run: tests that show its transitions set the clock.
 */
import { Random } from '../random.ts';
import { Choices } from './choices.ts';
import type { Incoming, Reply } from './reply.ts';
import type { State } from './state.ts';
import { varyChat } from './varied-chat.ts';
import { varyRouterError } from './varied-errors.ts';
import { varyMedia } from './varied-media.ts';
import { varyModels } from './varied-models.ts';
import { varyRecords } from './varied-records.ts';
import { varyState } from './varied-state.ts';
import { written } from './written.ts';

const ROUTER_PATH = /^(?:\/v1)?\/(?:chat|audio|images|models|router|keys)(?:\/|$)/;

export class Variations {
  readonly #choices: Choices;

  constructor(seed: number) {
    this.#choices = new Choices(seed);
  }

  /** Random numbers for the state, with this service's form of IDs. */
  get random(): Random {
    return new RandomIds(this.#choices.of('IDs', ['{}', '{}', '{}/ü', 'a b?{}#', '{}%2F', '{}:1', '⁂{}']));
  }

  /** Changes the state of the service once, before its first request. */
  varyState(state: State): void {
    varyState(state, this.#choices);
  }

  /** Returns a response as this service sends it. */
  vary({ path }: Incoming, reply: Reply): Reply {
    const choices = this.#choices;
    const { status, headers, body } = reply;
    const isRouter = ROUTER_PATH.test(path);
    if (status >= 400) return this.#error(reply, isRouter);
    if (!isRouter && typeof body === 'string')
      return written(varyRecords(JSON.parse(body), path, choices), status, choices);
    if (typeof body === 'string' && /models$/.test(path))
      return written(varyModels(JSON.parse(body), choices), status, choices);
    if (/\/chat\/completions$/.test(path)) return varyChat(reply, choices);
    if (/\/(?:audio|images)\//.test(path)) return varyMedia(path, reply, choices);
    return { status, headers, body };
  }

  #error({ status, headers, body }: Reply, isRouter: boolean): Reply {
    const choices = this.#choices;
    const { error } = JSON.parse(String(body)) as { error: string | { message: string } };
    const message = typeof error === 'string' ? error : error.message;
    const varied = isRouter
      ? varyRouterError(message, status, choices)
      : written(varyRecords(JSON.parse(String(body)), '', choices), status, choices);
    const wait = choices.of('wait', [{}, { 'Retry-After': '1' }, { 'retry-after-ms': '900' }]);
    const asked = headers['retry-after'] === undefined ? wait : { 'RETRY-AFTER': headers['retry-after'] };
    return { ...varied, headers: { ...varied.headers, ...(status === 429 && asked) } };
  }
}

/** Random numbers of the reference service, whose IDs have another form. */
class RandomIds extends Random {
  readonly #form: string;

  constructor(form: string) {
    super(20_251_120);
    this.#form = form;
  }

  override id(prefix: string): string {
    return this.#form.replace('{}', super.id(prefix));
  }
}

/** Sessions whose client is provided by the test. */
import type { ExtensionContext } from 'vscode';
import { canceled } from '../../src/service/api/errors/errors.ts';
import type { ApiClient } from '../../src/service/api/index.ts';
import { Accounts, type ConnectionState } from '../../src/service/session/accounts/accounts.ts';
import { ServiceSession } from '../../src/service/session/session.ts';
import { EventEmitter, FakeMemento, Uri } from './fake-vscode.ts';

const credentials = {
  id: 'default',
  name: 'one.example',
  baseUrl: 'https://one.example/',
  apiKey: 'key',
  source: 'keyring',
} as const;

/** What sessions have recorded as paid for. */
export const used: object[] = [];

/** @param client may also have `linked`, which receives what the real client tells its session */
export function sessionOf(client: object, id: string = credentials.id): ServiceSession {
  const session = new ServiceSession({ ...credentials, id }, Uri.file('/storage') as never, (link) => {
    if ('linked' in client && typeof client.linked === 'function') client.linked(link);
    return endingWith(link.signal, client) as ApiClient;
  });
  return Object.assign(session, { usage: { add: (use: object) => used.push(use) } });
}

/** Rejects the requests of a client as canceled once the signal is aborted, as the real client does. */
function endingWith(signal: AbortSignal, client: object): object {
  const until =
    (request: (...args: unknown[]) => unknown) =>
    async (...args: unknown[]) => {
      if (signal.aborted) throw canceled();
      const answer = await request(...args);
      if (signal.aborted) throw canceled();
      return answer;
    };
  const calls = Object.entries(client).map(([name, call]) => {
    const isRequest = typeof call === 'function' && name !== 'chatStream' && name !== 'serviceNow';
    return [name, isRequest ? until(call) : call];
  });
  return { serviceNow: () => undefined, ...Object.fromEntries(calls) };
}

const nothing = () => ({ dispose: () => undefined });

/** Accounts with the session that the test sets. */
export class TestAccounts extends Accounts {
  #current: ServiceSession | undefined;
  readonly #changed = new EventEmitter();
  readonly #state = new EventEmitter();
  override readonly onDidChangeSession = this.#changed.event as Accounts['onDidChangeSession'];
  override readonly onDidChangeState = this.#state.event as Accounts['onDidChangeState'];

  constructor(client?: object) {
    super({
      secrets: { onDidChange: nothing },
      globalState: new FakeMemento(),
      workspaceState: new FakeMemento(),
    } as unknown as ExtensionContext);
    this.#current = client && sessionOf(client);
  }

  override get session(): ServiceSession | undefined {
    return this.#current;
  }

  /** The session, which the test has set. */
  get only(): ServiceSession {
    if (this.#current === undefined) throw new Error('There is no session.');
    return this.#current;
  }

  override async open(): Promise<ServiceSession | undefined> {
    return this.#current;
  }

  /** Switches to another account, or signs out. */
  switchTo(client?: object, id?: string): void {
    this.#current?.dispose();
    this.#current = client && sessionOf(client, id);
    this.#changed.fire(this.#current);
    this.changeState();
  }

  changeState(state: ConnectionState = this.state): void {
    this.#state.fire(state);
  }
}

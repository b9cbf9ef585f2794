/** Applies changes of servers in order, and verifies after each that the server has the requested state. */
import * as l10n from '@vscode/l10n';
import type { AgentId } from '../../common/messages/agents.ts';
import type { Remark } from '../../common/messages/conversion.ts';
import type { FileRef, RefusedChange, ServerChange, ServerRef } from '../../common/messages/tool-servers.ts';
import { type Agent, isTableAgent } from '../agents/agent.ts';
import { quote } from '../config/language.ts';
import { stateInWords } from '../config/oh-my-pi/state-text.ts';
import { enabledAt } from '../config/servers/connection.ts';
import { nameProblem } from '../config/servers/server-names.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import { copiedSecret, secretFields, sharedSecret } from '../convert/secrets.ts';
import { setEnabledIn } from './agent-switches.ts';
import { type EditedFiles, type LocatedDefinition, Refusal } from './edited-files.ts';
import { setEnabled } from './enablement.ts';
import { entryFor, entryOf, isOhMyPis, withoutServer, withRenamed, withServer } from './entries.ts';
import { inputsOf, inputsProperty, withInputs, withoutUnusedInputs, withPrompts } from './inputs.ts';
import { remarksInSentences } from './portable/portable.ts';
import { relocated } from './relocation.ts';
import { withRespelled } from './respelled-property.ts';

/** The state that a server must have after a change. */
interface ExpectedState {
  readonly agent: Agent;
  readonly place: Place;
  /** As the files of the place are listed. */
  readonly uri: string;
  readonly section?: ServerRef['section'];
  readonly name: string;
  /** `used`: in effect, or once the user approves it. `there`: defined, in any state. */
  readonly wanted: 'inEffect' | 'used' | 'disabled' | 'there' | 'gone';
}

/** The result of one change. */
interface AppliedChange {
  readonly edited: EditedFiles;
  readonly expectations: readonly ExpectedState[];
  readonly remarks?: readonly Remark[];
}

export interface ServerChangesResult {
  readonly edited: EditedFiles;
  readonly refused: readonly RefusedChange[];
  /** Remarks on what Oh My Pi's format can't express; one sentence each. */
  readonly omitted: readonly string[];
}

/**
 * Applies the changes that can be applied. Refuses a change that wouldn't have the requested result, or that would undo
 * an earlier one.
 * @param edited as the agent of the servers reads the files
 * @param placeOf returns the place of a workspace folder; `null`: no folder is open
 * @param agentOf returns the agent for whose file a server is copied
 */
export function applyServerChanges(
  edited: EditedFiles,
  changes: readonly ServerChange[],
  placeOf: (folder: string | null) => Place,
  agentOf: (id: AgentId | undefined) => Agent = () => edited.agent,
): ServerChangesResult {
  let current = edited;
  const expectations: ExpectedState[] = [];
  const refused: RefusedChange[] = [];
  const omitted: string[] = [];
  for (const [index, one] of changes.entries()) {
    try {
      const { edited: next, expectations: added, remarks = [] } = applyServerChange(current, one, placeOf, agentOf);
      for (const state of [...added, ...expectations]) assertExpected(next, state);
      current = next;
      expectations.push(...added);
      omitted.push(...remarksInSentences(remarks));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ index, reason: error.message, ...(error.isBySetting && { isBySetting: true }) });
    }
  }
  return { edited: current, refused, omitted };
}

function applyServerChange(
  edited: EditedFiles,
  one: ServerChange,
  placeOf: (folder: string | null) => Place,
  agentOf: (id: AgentId | undefined) => Agent,
): AppliedChange {
  if (one.kind === 'add') {
    const { to, name, server } = one;
    const problem = nameProblem(name);
    if (problem !== undefined) throw new Refusal(problem);
    const place = placeOf(to.folder);
    const source = sourceOf(edited, place, to);
    const entry = entryOf(name, server, source);
    return {
      edited: withServer(edited, place, source, name, entry),
      expectations: [expected(edited, place, { ...to, name }, isOhMyPis(edited, source) ? 'inEffect' : 'used')],
      remarks: entry.remarks,
    };
  }
  if (one.kind === 'relocate') {
    const { from, names, to } = one;
    const place = placeOf(to.folder);
    const there = edited.as(agentOf(to.agent));
    const { edited: moved, remarks } = relocated(there, place, from, names, sourceOf(there, place, to));
    return {
      edited: moved.as(edited.agent),
      expectations: names.map((name) => expected(there, place, { ...to, name }, 'there')),
      remarks,
    };
  }
  const { server } = one;
  const place = placeOf(server.folder);
  const found = edited.locate(place, server.uri, server.name, server.section);
  switch (one.kind) {
    case 'enable': {
      // What was off may have to be approved then. What waits for approval is approved.
      const isOff =
        edited.effective(place).find(found.file.source.uri, server.name, server.section)?.state === 'disabled';
      const on = expected(edited, place, server, isOff ? 'used' : 'inEffect');
      return { edited: switched(edited, place, found, true), expectations: [on] };
    }
    case 'disable':
      // The denylist would also disable the definition that is used instead.
      assertNotHidden(edited, place, found);
      return {
        edited: switched(edited, place, found, false),
        expectations: [expected(edited, place, server, 'disabled')],
      };
    case 'remove':
      return { edited: withoutServer(edited, place, found), expectations: [expected(edited, place, server, 'gone')] };
    case 'rename': {
      const problem = nameProblem(one.name);
      if (problem !== undefined) throw new Refusal(problem);
      const state = edited.effective(place).find(found.file.source.uri, server.name, server.section)?.state;
      return {
        edited: withRenamed(edited, place, found, one.name),
        expectations: [
          expected(edited, place, { ...server, name: one.name }, state === 'disabled' ? 'disabled' : 'there'),
          expected(edited, place, server, 'gone'),
        ],
      };
    }
    case 'respell':
      return {
        edited: withRespelled(edited, place, found, one),
        expectations: [expected(edited, place, server, 'there')],
      };
    case 'copy':
    case 'move': {
      const { to } = one;
      const target = placeOf(to.folder);
      const there = edited.as(agentOf(to.agent));
      const destination = sourceOf(there, target, to);
      const { source } = found.file;
      if (destination.key === source.key && destination.section === source.section)
        throw new Refusal(l10n.t('{0} is already in this file.', quote(server.name)));
      const { copied, remarks, secrets } = copiedTo(edited, place, found, there, target, destination, one.prompts);
      const [secret] = secrets;
      // The user's own files aren't shared, and those of the project are.
      if (secret !== undefined && destination.level === 'project' && source.level === 'user')
        throw new Refusal(`${quote(server.name)}: ${sharedSecret(secret, destination.label)}`);
      const arrived: ServerRef = { ...to, name: server.name };
      if (one.kind === 'copy')
        return {
          edited: copied.as(edited.agent),
          expectations: [expected(there, target, arrived, 'there')],
          remarks: [...remarks, ...secrets.map((field) => copiedRemark(server.name, field))],
        };
      const inEffect = edited.effective(place).find(source.uri, server.name, server.section)?.state === 'inEffect';
      return {
        edited: withoutUnusedInputs(withoutServer(copied.as(edited.agent), place, found), source.uri, edited),
        expectations: [
          expected(there, target, arrived, inEffect ? 'used' : 'there'),
          expected(edited, place, server, 'gone'),
        ],
        remarks,
      };
    }
  }
}

/** @throws Refusal if the agent reads no such file */
function sourceOf(edited: EditedFiles, place: Place, { uri, section }: FileRef): Source {
  const source = edited.sourceAt(place, uri, section);
  if (source === undefined) throw new Refusal(l10n.t("{0} doesn't read this file.", edited.agent.name));
  return source;
}

/** Returns the files with a copy of a server, in the format of its file. @param there as the agent of that file reads it @throws Refusal */
function copiedTo(
  edited: EditedFiles,
  place: Place,
  found: LocatedDefinition,
  there: EditedFiles,
  target: Place,
  destination: Source,
  prompts = false,
): { readonly copied: EditedFiles; readonly remarks: readonly Remark[]; readonly secrets: readonly string[] } {
  const { name, file } = found;
  const composed = entryFor(edited, place, found, destination);
  const asked = prompts && inputsProperty(destination) !== undefined ? withPrompts(composed.value) : undefined;
  const entry = asked === undefined ? composed : { ...composed, value: asked.value, written: undefined };
  const written = withServer(there, target, destination, name, entry);
  const inputs = [...(asked?.inputs ?? []), ...inputsOf(edited, file.source)];
  const { edited: copied, remarks } = withInputs(written, name, entry.value, inputs, destination);
  if (isOhMyPis(there, destination))
    assertSameSwitch(copied.locate(target, destination.uri, name), target, entry.isOff);
  return { copied, remarks: [...entry.remarks, ...remarks], secrets: secretFields(entry.value) };
}

function copiedRemark(server: string, field: string): Remark {
  return { kind: 'changed', server, field, reason: copiedSecret(), line: null };
}

/** @throws Refusal */
function switched(edited: EditedFiles, place: Place, found: LocatedDefinition, enabled: boolean): EditedFiles {
  const { agent } = edited;
  return isTableAgent(agent)
    ? setEnabledIn(agent, edited, place, found, enabled)
    : setEnabled(edited, place, found, enabled);
}

/** @throws Refusal */
function assertNotHidden(edited: EditedFiles, place: Place, { name, file }: LocatedDefinition): void {
  const now = edited.effective(place).find(file.source.uri, name, file.source.section);
  if (now?.state === 'overridden')
    throw new Refusal(l10n.t("{0} isn't in effect. {1}.", quote(name), stateInWords(now)));
}

/** Files accept different spellings of "enabled". @throws Refusal if a copied entry would be switched on or off */
function assertSameSwitch({ name, file, definition }: LocatedDefinition, place: Place, isOff: boolean): void {
  if ((enabledAt(place, definition.connection) === false) !== isOff)
    throw new Refusal(
      l10n.t(
        '"enabled" of {0} would have another effect in {1}. Set it to true or false first.',
        quote(name),
        file.source.label,
      ),
    );
}

/** Resolves the URI once, because the state is checked again after each later change. */
function expected(
  edited: EditedFiles,
  place: Place,
  { uri, name, section }: ServerRef,
  wanted: ExpectedState['wanted'],
): ExpectedState {
  return {
    agent: edited.agent,
    place,
    uri: edited.sourceAt(place, uri, section)?.uri ?? uri,
    name,
    wanted,
    ...(section && { section }),
  };
}

/** @throws Refusal with the state that the server would have instead */
function assertExpected(edited: EditedFiles, { agent, place, uri, name, wanted, section }: ExpectedState): void {
  const now = edited.as(agent).effective(place).find(uri, name, section);
  if (wanted === 'gone' ? now === undefined : wanted === 'there' ? now !== undefined : now?.state === wanted) return;
  if (wanted === 'used' && (now?.state === 'inEffect' || now?.state === 'pending')) return;
  if (now === undefined) throw new Refusal(l10n.t('{0} would no longer exist.', quote(name)));
  const words = stateInWords(now);
  const inSentence = words.charAt(0).toLowerCase() + words.slice(1);
  const reason = l10n.t('{0} in {1} would be {2}.', quote(name), now.source.label, inSentence);
  throw new Refusal(reason, now.reason.kind === 'setting');
}

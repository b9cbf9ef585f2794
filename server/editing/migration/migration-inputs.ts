/** Values that VS Code prompts for, which become environment variables. */
import type { ToolId } from '../../../common/generated/tools.ts';
import { endOf, itemsOf, type JsonNode, liveMembers, type Member, memberValue } from '../../config/text/json.ts';
import { isUsualName, variableNameFrom } from '../../config/variables/variable-syntax.ts';
import { isMap, plainValue, textOf, type ValueMap, valueIn } from '../../convert/value.ts';
import type { Change } from '../../fixes/fix.ts';
import { removeItems, removeMember } from '../../fixes/members.ts';
import { FreeNames } from '../../fixes/rename-server.ts';
import type { AgentFacts } from '../../tools/agent-facts.ts';

/** The values that VS Code prompts for, and the environment variables for them. */
export class Inputs {
  readonly #tree: JsonNode;
  readonly #inputs = new Map<string, ValueMap>();
  readonly #names = new Map<string, string>();
  readonly #free: FreeNames;
  /** True for a variable that an agent doesn't send to other machines. */
  readonly #isEmptied: (name: string) => boolean;

  constructor(tree: JsonNode, text: string, dialect: ToolId, readers: readonly AgentFacts[]) {
    this.#tree = tree;
    this.#isEmptied = (name) => readers.some(({ variables }) => variables.emptyRemote?.(name) === true);
    const used = [...text.matchAll(/\$\{env:([^{}]*)\}/g)].map(([, name = '']) => name);
    this.#free = new FreeNames(used);
    if (dialect !== 'vscode') return;
    for (const { id, input } of inputsIn(tree)) this.#inputs.set(id, input);
  }

  /** Returns undefined for the result of a command of the editor. */
  readonly variableOf = (id: string): string | undefined => {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const plainName = variableNameFrom(id);
    const wanted = this.#isEmptied(plainName) ? `MCP_${plainName}` : plainName;
    if (this.#inputs.get(id)?.get('type') === 'command' || !isUsualName(wanted)) return undefined;
    const name = variableNameFrom(this.#free.take(wanted, wanted));
    this.#names.set(id, name);
    return name;
  };

  /** Returns a line as in `.env.example` for each input of these servers. */
  inWords(servers: readonly Member[], text: string): readonly string[] {
    return [...this.#names].flatMap(([id, name]) => {
      if (!servers.some(({ value }) => value !== undefined && uses(text.slice(value.offset, endOf(value)), id)))
        return [];
      const { description, default: fallback, options } = Object(plainValue(this.#inputs.get(id) ?? null));
      return [
        ...[description ?? id].flatMap((about) =>
          String(about)
            .split(/\r?\n/)
            .map((line) => `# ${line}`),
        ),
        ...(Array.isArray(options) ? [`# ${JSON.stringify(options)}`] : []),
        `${name}=${typeof fallback === 'string' ? fallback : fallback === undefined ? '' : JSON.stringify(fallback)}`,
      ];
    });
  }

  /** @param rest the text without the servers */
  removal(text: string, rest: string): readonly Change[] {
    const member = liveMembers(this.#tree).get('inputs');
    const node = member?.value;
    if (member === undefined || node?.type !== 'array' || this.#tree.type !== 'object') return [];
    const gone = inputsIn(this.#tree).filter(({ id }) => uses(text, id) && !uses(rest, id));
    if (gone.length === 0) return [];
    if (gone.length === node.items.length) return removeMember(text, this.#tree, member);
    return removeItems(
      text,
      node,
      gone.map((input) => input.node),
    );
  }
}

const uses = (text: string, id: string): boolean => text.includes(`\${input:${id}}`);

function inputsIn(
  tree: JsonNode,
): readonly { readonly id: string; readonly node: JsonNode; readonly input: ValueMap }[] {
  return itemsOf(memberValue(tree, 'inputs')).flatMap((node) => {
    const input = valueIn(node);
    const id = isMap(input) ? textOf(input.get('id')) : undefined;
    return isMap(input) && id !== undefined ? [{ id, node, input }] : [];
  });
}

/** A diagnosis of servers as text for terminals. */

import { groupBy } from '../../../common/group-by.ts';
import type {
  ChainLink,
  Diagnosis,
  LinkKind,
  ServerChain,
  ServerDiagnosis,
} from '../../../common/messages/diagnosis.ts';
import { visible } from '../../../common/text/escape.ts';
import { counted } from '../check/reports/report-text.ts';
import type { placeNames } from '../files/place-names.ts';
import type { Paint, Style } from '../output/color.ts';

interface DoctorTextOptions {
  readonly placeOf: ReturnType<typeof placeNames>;
  /** True if the user asked for one server. */
  readonly isNamed: boolean;
  readonly paint: Paint;
}

/** One line if all is well. Otherwise, the chains of the servers that don't reach an agent. */
export function doctorText(diagnosis: Diagnosis, options: DoctorTextOptions): string {
  const { servers, unread, notAsked, unused, didYouMean, omitted } = diagnosis;
  const { isNamed, placeOf, paint } = options;
  if (servers.length === 0 && unused.length === 0) return 'No tool servers found in the files that agents read.\n';
  const hasRemark = ({ remarks }: ServerChain): boolean => remarks.length > 0;
  const troubled = servers.filter(({ chains }) => chains.some((chain) => isTroubled(chain) || hasRemark(chain)));
  const well = servers.filter((server) => !troubled.includes(server));
  // In a folder that isn't trusted, all servers have the same trouble.
  const groups = groupBy(isNamed ? servers : troubled, troubleOf);
  const lines = [
    ...Array.from(groups.values()).flatMap(groupLines),
    ...(well.length === 0 || isNamed ? [] : [wellLine(well, troubled.length > 0)]),
    ...(didYouMean === null ? [] : [`Did you mean ${JSON.stringify(didYouMean)}?`]),
    ...unused.flatMap(({ text, step, location, isUnknown, isSaid }) =>
      isSaid
        ? []
        : [
            `${mark(isUnknown ? 'unknown' : 'broken')} ${visible(text)}${placeText({ location })}`,
            `    Next step: ${visible(step)}`,
          ],
    ),
    ...unread.map(
      ({ agent, file }) =>
        `${agent.name} reads none of these files.${file === '' ? '' : ` In a project, it reads ${file}.`}`,
    ),
    ...notAsked.map(({ id, name }) => `Not asked: ${name}, which wasn't found here. To ask it, use --agent ${id}.`),
    ...(omitted > 0 ? [`${counted(omitted, 'more server')} not shown.`] : []),
  ];
  return `${lines.join('\n')}\n`;

  /** The first one stands for all. */
  function groupLines(servers: readonly ServerDiagnosis[]): readonly string[] {
    const chains = servers[0]?.chains ?? [];
    const good = chains.filter((chain) => !isTroubled(chain));
    const rows = [
      ...chains.filter(isTroubled).flatMap(chainLines),
      ...good.map((chain) => `${mark('holds')} ${nameOf(chain.agent)}: ${visible(chain.headline)}${reload(chain)}`),
    ];
    return isNamed ? rows : [paint('underline', visible(namesOf(servers))), ...rows.map((row) => `  ${row}`), ''];
  }

  function chainLines({ agent, reaches, headline, links, nextStep }: ServerChain): readonly string[] {
    const { run = null, text = '' } = nextStep ?? {};
    const step = run === null || text.includes(run) ? text : `${text} Run: ${run}`;
    const problem =
      links.find(({ text }) => text === headline) ?? links.find(({ state }) => state === 'partial') ?? links.at(-1);
    return [
      `${mark(reachMarks[reaches])} ${nameOf(agent)}: ${visible(headline)}${placeText(problem)}`,
      `    ${links.map(({ kind, state }) => `${mark(state)} ${names[kind]}`).join('  ')}`,
      ...(step === '' ? [] : [`    Next step: ${visible(step)}`]),
    ];
  }

  function placeText(link: Pick<ChainLink, 'location'> | undefined): string {
    const { file, line } = placeOf(link?.location ?? null);
    return file === null ? '' : ` (${visible(file)}:${line})`;
  }

  function mark(state: ChainLink['state']): string {
    return paint(styles[state], marks[state]);
  }
}

/** Equal for servers about which the same is said. */
const troubleOf = ({ chains }: ServerDiagnosis): string =>
  JSON.stringify(
    chains.map((chain) => {
      const { agent, links, nextStep, headline, remarks } = chain;
      return [agent.id, links.map(({ state }) => state), isTroubled(chain) && [headline, nextStep?.text], remarks];
    }),
  );

/** More names of a group aren't listed. */
const nameLimit = 8;

function namesOf(servers: readonly ServerDiagnosis[]): string {
  const names = servers.slice(0, nameLimit).map(({ name }) => name);
  const more = servers.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const isTroubled = ({ reaches }: ServerChain): boolean => reaches !== 'yes';

const nameOf = ({ name, version }: ServerChain['agent']): string => `${name} ${version}`;

/** If all else holds, this is why a server isn't there. */
const reload = ({ links }: ServerChain): string =>
  links.flatMap(({ kind, text }) => (kind === 'reload' || kind === 'connection' ? ` ${visible(text)}` : [])).join('');

function wellLine(servers: readonly ServerDiagnosis[], areOthers: boolean): string {
  const agents = [...new Set(servers.flatMap(({ chains }) => chains.map(({ agent }) => agent.name)))];
  const subject = counted(servers.length, areOthers ? 'other server' : 'server');
  return `${subject} ${servers.length === 1 ? 'reaches' : 'reach'} ${agents.join(', ')}.`;
}

const names: Readonly<Record<LinkKind, string>> = {
  file: 'file',
  entry: 'entry',
  switch: 'enabled',
  gate: 'approval',
  variables: 'variables',
  launch: 'program',
  protocol: 'protocol',
  reload: 'reload',
  connection: 'connection',
};

const reachMarks = { yes: 'holds', partly: 'partial', no: 'broken', unknown: 'unknown' } as const;

const marks: Readonly<Record<ChainLink['state'], string>> = { holds: '✓', partial: '!', broken: '✗', unknown: '?' };
const styles: Readonly<Record<ChainLink['state'], Style>> = {
  holds: 'green',
  partial: 'yellow',
  broken: 'red',
  unknown: 'yellow',
};

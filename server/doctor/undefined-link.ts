/** Why an agent reads no definition of a server: a file that it can't use, or that has the server elsewhere, or none. */
import * as l10n from '@vscode/l10n';
import { movedInTerminals } from '../agents/certainty.ts';
import { misplacedServers } from '../agents/files/misplaced-servers.ts';
import type { UnreadServers } from '../agents/files/unread-files.ts';
import { sameVariableStep } from '../agents/next-step.ts';
import { problemIn } from '../agents/table/file-problem.ts';
import { quote } from '../config/language.ts';
import { notKnownInWords } from '../config/oh-my-pi/state-text.ts';
import type { SourceFile } from '../config/servers/source-file.ts';
import type { ChainContext } from './context.ts';
import { broken, type Link, uncertain } from './link.ts';
import { fileOfUser, projectFiles, targetFile } from './target-files.ts';
import { misplacedPart, problemPart, type UnusedPart, unreadablePart, unreadPart, unseenPart } from './unused-files.ts';

type Context = Pick<ChainContext, 'agent' | 'place' | 'state' | 'rootOf' | 'unread' | 'unreadable'>;

export function undefinedLink(name: string, context: Context): Link {
  const { agent, place, state } = context;
  const variable = movedInTerminals(agent, place);
  if (variable !== undefined)
    return uncertain(
      'file',
      l10n.t('{0}.', notKnownInWords(agent.name, variable)),
      undefined,
      sameVariableStep(variable),
    );
  for (const file of state.files) {
    const found = unusable(name, file, context);
    if (found !== undefined) return found;
  }
  const files = [...new Set(projectFiles(agent, place).map(({ label }) => label))];
  const into = targetFile(agent, place);
  const target = into?.label ?? agent.name;
  const has = ({ members }: UnreadServers): boolean => members.some(({ key }) => key.value === name);
  const unread = context.unread.misplaced.find(has);
  if (unread !== undefined)
    return linkOf(unreadPart(agent, unread, [name], unread.isOfProject ? into : fileOfUser(agent, place)));
  const [unreadable] = context.unreadable;
  if (unreadable !== undefined) {
    const { text, at, step } = unreadablePart(agent, unreadable);
    return uncertain('file', text, at, step);
  }
  const ofOthers = context.unread.ofOthers.find(has);
  if (ofOthers !== undefined) {
    const { text, at } = unreadPart(agent, ofOthers, [name], into);
    return broken('file', text, { text: l10n.t('Copy {0} to {1}.', quote(name), target), into }, at);
  }
  const text =
    files.length === 0
      ? l10n.t('No file that {0} reads defines {1}.', agent.name, quote(name))
      : l10n.t(
          'No file that {0} reads defines {1}. In a project, it reads {2}.',
          agent.name,
          quote(name),
          files.join(', '),
        );
  const unknown = unseenPart(context);
  if (unknown !== undefined) return uncertain('file', `${text} ${unknown.text}`, unknown.at, unknown.step);
  return broken('file', text, { text: l10n.t('Define {0} in {1}.', quote(name), target), into });
}

/** Returns why a file, in which the server may be, has no definition for the agent. */
function unusable(name: string, file: SourceFile, { agent, rootOf, state }: Context): Link | undefined {
  const { uri, level } = file.source;
  const problem = problemIn(file);
  const isCause = problem !== undefined && state.effective.refusal?.source.uri === uri;
  // What is read in a file with invalid syntax may not be meant.
  if (problem !== undefined && (isCause || (file.broken && level === 'project')))
    return linkOf(problemPart(agent, file, problem, isCause));
  const misplaced = misplacedServers(agent, file, rootOf(uri)).find(({ members }) =>
    members.some(({ key }) => key.value === name),
  );
  if (misplaced !== undefined) return linkOf(misplacedPart(agent, file, misplaced, [name]));
  return problem === undefined || level !== 'project' ? undefined : linkOf(problemPart(agent, file, problem, false));
}

const linkOf = ({ text, step, at }: UnusedPart): Link => broken('file', text, step, at);

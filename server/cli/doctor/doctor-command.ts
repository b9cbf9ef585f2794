/** `mcp-config doctor`: which servers reach which agents, and for each that doesn't, what is in the way. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DiagnosedFile, Diagnosis, ServerChain, ServerDiagnosis } from '../../../common/messages/diagnosis.ts';
import { Diagnoses } from '../../views/diagnoses.ts';
import { environmentNames } from '../../workspace/machine.ts';
import { faultsInDescriptions } from '../agents/agent-descriptions.ts';
import type { DoctorArguments } from '../arguments/agent-arguments.ts';
import { unreadableFiles } from '../check/unreadable.ts';
import { loadRepositoryConfig, namedConfig } from '../files/load-repository-config.ts';
import { otherFolders } from '../files/other-folders.ts';
import { placeNames } from '../files/place-names.ts';
import { machineWorkspace } from '../files/workspaces.ts';
import { painter } from '../output/color.ts';
import { jsonText } from '../output/json-text.ts';
import { complain, exit, type Terminal } from '../output/terminal.ts';
import { connectionTest } from './doctor-run.ts';
import { doctorText } from './doctor-text.ts';

/** The version of the JSON format. */
const reportVersion = 1;

/** Returns 1 if a server of the project, or the named one, reaches none of the agents that matter as a whole. @throws FileError */
export async function runDoctor(args: DoctorArguments, terminal: Terminal): Promise<number> {
  const { server, agents, format } = args;
  const folder = path.resolve(terminal.cwd, args.project ?? '.');
  // Its readers would be ignored otherwise.
  const repository = namedConfig(folder, args.config, terminal) ?? loadRepositoryConfig(folder, undefined).config;
  const workspace = await machineWorkspace(folder, terminal.home, { ...args, repository });
  workspace.trusted = true;
  const faults = await faultsInDescriptions(workspace);
  for (const fault of faults) complain(terminal, fault);
  const diagnoses = new Diagnoses({
    workspace,
    options: { environment: environmentNames() },
    ...(args.run && { connect: connectionTest({ workspace, folder, agreed: args.yes, terminal }) }),
  });
  const uri = pathToFileURL(folder).href;
  const diagnosis = await diagnoses.diagnose({ folder: uri, agents, ...(server !== undefined && { name: server }) });
  const readers = agents.length > 0 ? agents : (repository.readers ?? []);
  const matters = ({ agent }: ServerChain): boolean => readers.length === 0 || readers.includes(agent.id);
  const arrives = ({ reaches }: ServerChain): boolean => reaches === 'yes' || reaches === 'unknown';
  const isLost = ({ isOfProject, chains }: ServerDiagnosis): boolean =>
    isOfProject
      ? !chains.some((chain) => matters(chain) && arrives(chain))
      : server !== undefined && !chains.some(arrives);
  const placeOf = placeNames(folder, terminal.home);
  terminal.out(
    format === 'json'
      ? jsonText({ version: reportVersion, ...plain(diagnosis, placeOf) })
      : doctorText(diagnosis, { placeOf, isNamed: server !== undefined, paint: painter(terminal.colors) }),
  );
  const others = format === 'text' && server === undefined ? await otherFolders(workspace, uri) : undefined;
  if (others !== undefined) terminal.error(others);
  const unused = diagnosis.unused.filter(
    ({ agent, isOfProject }: DiagnosedFile): boolean =>
      isOfProject && (readers.length === 0 || readers.includes(agent)),
  );
  const place = workspace.places.ofProject(uri);
  const isUnread = ({ links, agent: { id } }: ServerChain): boolean =>
    links.some(({ kind, state }) => kind === 'file' && state === 'unknown') &&
    workspace.agents.all.some(
      (agent) => agent.id === id && unreadableFiles(workspace, place, undefined, agent).length > 0,
    );
  if (
    faults.length > 0 ||
    diagnosis.servers.some(({ chains }) => chains.some(isUnread)) ||
    unused.some(({ isUnknown }) => isUnknown)
  )
    return exit.failed;
  return diagnosis.servers.some(isLost) || unused.length > 0 ? exit.found : exit.clean;
}

function plain({ servers, ...rest }: Diagnosis, placeOf: ReturnType<typeof placeNames>) {
  return {
    servers: servers.map(({ chains, ...server }) => ({
      ...server,
      chains: chains.map(({ links, nextStep, agent: { id, name, version }, ...chain }) => ({
        agent: { id, name, version },
        ...chain,
        links: links.map(({ location, ...link }) => ({ ...link, ...placeOf(location) })),
        nextStep: nextStep && { text: nextStep.text, run: nextStep.run },
      })),
    })),
    unread: rest.unread.map(({ agent: { id, name }, file }) => ({ agent: { id, name }, file })),
    notAsked: rest.notAsked.map(({ id, name }) => ({ id, name })),
    unused: rest.unused.map(({ location, agentName: _, actions: __, ...file }) => ({ ...file, ...placeOf(location) })),
    didYouMean: rest.didYouMean,
    omitted: rest.omitted,
  };
}

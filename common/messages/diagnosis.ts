/** Why tool servers reach agents or don't: chains of what must hold, from the file to the running agent. Types only. */
import type { Location } from 'vscode-languageserver';
import type { AgentId } from './agents.ts';
import type { AgentInfo, FileRef, ServerRef, ServersAt, UnusedFile } from './tool-servers.ts';

/**
 * What must hold, in this order: the file is found and read, the entry is valid, nothing turns it off or overrides it, it's
 * trusted or approved, its variables are set, and what it starts exists. The next two say how it is reached, and when the
 * agent takes up a change. The connection is tested only on request.
 */
export type LinkKind =
  | 'file'
  | 'entry'
  | 'switch'
  | 'gate'
  | 'variables'
  | 'launch'
  | 'protocol'
  | 'reload'
  | 'connection';

export interface ChainLink {
  readonly kind: LinkKind;
  /** `partial`: it doesn't keep the server from the agent, but something that the server needs. `unknown`: it wasn't checked, or it can't be known. */
  readonly state: 'holds' | 'partial' | 'broken' | 'unknown';
  /** One sentence. */
  readonly text: string;
  readonly location: Location | null;
}

/** What the user can do about a broken link. */
export interface ServerStep {
  /** One sentence. */
  readonly text: string;
  /** A command line to run in the project; null if no command helps. */
  readonly run: string | null;
  /** What the editor can do about it; empty if it's done elsewhere. */
  readonly actions: readonly StepAction[];
}

export type StepAction =
  | { readonly kind: 'enable' | 'disable'; readonly server: ServerRef }
  /** Copies the definition in another agent's file, converted, after the user has agreed to the text. `prompts`: with inputs. */
  | {
      readonly kind: 'define';
      readonly server: ServerRef;
      readonly to: FileRef;
      readonly label: string;
      readonly prompts?: true;
    }
  /** Moves servers to where the agent looks for them, after the user has agreed to the text. */
  | {
      readonly kind: 'relocate';
      readonly from: ServersAt;
      readonly names: readonly string[];
      readonly to: FileRef;
      readonly label: string;
    }
  /** Asks for another name. `name`: one that works. */
  | { readonly kind: 'rename'; readonly server: ServerRef; readonly name: string }
  /** Writes a property that the agent ignores as it spells it, or adds its values to that one. */
  | { readonly kind: 'respell'; readonly server: ServerRef; readonly property: string; readonly spelling: string }
  /** Copies the names of variables, one a line. */
  | { readonly kind: 'copy'; readonly names: readonly string[] }
  /** Opens the place to correct. `label`: display path of the file; null for a setting. */
  | { readonly kind: 'open'; readonly location: Location; readonly label: string | null };

/** One server in one agent. */
export interface ServerChain {
  readonly agent: AgentInfo;
  /** `partly`: without something that it needs, or although it's turned off. `unknown`: something that must hold isn't known. */
  readonly reaches: 'yes' | 'partly' | 'no' | 'unknown';
  /** One sentence: the first broken link, or that the agent uses the server, and without what. */
  readonly headline: string;
  /** What is said if the agent uses it, one sentence each: restrictions without effect. They end the headline too. */
  readonly remarks: readonly string[];
  /** Up to the first broken one. */
  readonly links: readonly ChainLink[];
  readonly nextStep: ServerStep | null;
}

export interface ServerDiagnosis {
  readonly name: string;
  /** True if a file of the project defines it. */
  readonly isOfProject: boolean;
  readonly chains: readonly ServerChain[];
}

/** A file from which an agent takes nothing, or not all servers. */
export interface DiagnosedFile extends UnusedFile {
  readonly agentName: string;
  /** True if it's of the project. */
  readonly isOfProject: boolean;
  /** What to do about it, as a sentence. */
  readonly step: string;
  /** What the editor can do about it, beside opening the file. */
  readonly actions: readonly StepAction[];
  /** True if it isn't known whether servers are missing. */
  readonly isUnknown?: true;
  /** True if a chain says it, so that it isn't shown again. */
  readonly isSaid?: true;
}

export interface Diagnosis {
  readonly servers: readonly ServerDiagnosis[];
  /** Agents that are used here and read none of the project's servers, with the first file in which they look for some. */
  readonly unread: readonly { readonly agent: AgentInfo; readonly file: string }[];
  /** Agents whose own file the project has, but which weren't found here. */
  readonly notAsked: readonly AgentInfo[];
  /** Files from which an agent takes nothing, or not all servers. Empty for one server. */
  readonly unused: readonly DiagnosedFile[];
  /** The probable name if no agent finds the requested server; null otherwise. */
  readonly didYouMean: string | null;
  /** Number of servers that aren't included, because there are too many. */
  readonly omitted: number;
}

export interface DiagnosisQuery {
  readonly folder: string | null;
  /** Default: all servers. */
  readonly name?: string;
  /** Default: those that are used in the project or on this machine. */
  readonly agents?: readonly AgentId[];
}

export interface DiagnosisRequests {
  'switchyard/diagnose': [DiagnosisQuery, Diagnosis];
}

/** The rule interfaces. A rule checks one kind of node and reports problems with their fixes. */
import type { ConfigDocument } from '../config/document.ts';
import type { ExpandableString } from '../config/expandable-strings.ts';
import type { Field, Group, UnknownKey } from '../config/group.ts';
import type { ObjectNode, Span } from '../config/json.ts';
import type { ParsedServer, ServerEntry } from '../config/server.ts';
import type { Fix } from '../fixes/fix.ts';
import type { RuleContext } from './context.ts';
import type { Severity } from './severity.ts';

/** Documentation of a rule, from which docs/rules.md is generated. */
export interface RuleDocs {
  readonly title: string;
  /** Why it matters, in one or two sentences. */
  readonly why: string;
  /** A file that violates only this rule, and the corrected file. */
  readonly wrong: string;
  readonly right: string;
  /** The context in which `wrong` is reported; absent if the text is enough. */
  readonly context?: RuleContext;
}

/** A related location. */
export interface Related extends Span {
  /** The file; absent for the checked file. */
  readonly uri?: string;
  readonly message: string;
}

/** Returns one related location. @param at its range, with the file if it isn't the checked one */
export function relatedTo({ offset, length, uri }: Omit<Related, 'message'>, message: string): readonly Related[] {
  return [{ ...(uri !== undefined && { uri }), offset, length, message }];
}

/** Computes the fixes of a problem for the document in which it was found. */
export type FixMaker = (document: ConfigDocument) => readonly Fix[];

/** Reports a problem at a position in the text. The fixes are computed on request, the best one first. */
export type Report = (at: Span, message: string, fixes?: FixMaker, related?: readonly Related[]) => void;

/** What settings and documentation say about a rule. */
export interface RuleInfo {
  /** Stable, because it is used in settings. */
  readonly code: string;
  /** Everything that the spec rejects is an error. */
  readonly severity: Severity;
  /** How editors show the text: faded, or struck through. */
  readonly tag?: 'unnecessary' | 'deprecated';
  readonly docs: RuleDocs;
}

/** Checks one kind of node, which can come with the nodes that contain it. */
export interface Rule<Nodes extends readonly unknown[]> extends RuleInfo {
  check(...input: [...nodes: Nodes, report: Report, context: RuleContext]): void;
}

/** Checks the syntax of the text or, if that is valid, the top level. */
export type DocumentRule = Rule<[document: ConfigDocument]>;

/** Checks one entry of `mcpServers`, independent of the rest of the document. */
export type EntryRule = Rule<[entry: ServerEntry]>;

/** Checks one server as a server of its transport. */
export type ServerRule = Rule<[server: ParsedServer, entry: ServerEntry]>;

/** Checks one unknown key of a server, its `auth`, or its `oauth`. */
export type KeyRule = Rule<[unknownKey: UnknownKey, group: Group]>;

/** Checks one field that has a value. */
export type FieldRule = Rule<[field: FilledField, group: Group]>;

export type FilledField = Field & { readonly value: NonNullable<Field['value']> };

/** Checks any JSON object. */
export type ObjectRule = Rule<[object: ObjectNode]>;

/** Checks one string of a server in which the agent expands variables. */
export type TextRule = Rule<[text: ExpandableString, entry: ServerEntry]>;

/** A problem as it is shown. */
export interface Finding extends Span, Pick<RuleInfo, 'code' | 'severity' | 'tag'> {
  readonly message: string;
  readonly related?: readonly Related[];
}

/** A finding with its fixes. */
export interface Problem extends Finding {
  readonly fixes?: FixMaker;
}

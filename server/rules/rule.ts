/** The rule interfaces. A rule checks one kind of node and reports problems with their fixes. */
import type { ConfigDocument } from '../config/document.ts';
import type { ExpandableString } from '../config/expandable-strings.ts';
import type { FieldInfo } from '../config/field.ts';
import type { Field, Group } from '../config/group.ts';
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

/** Computes the fixes of a problem for the document in which it was found. */
export type FixMaker = (document: ConfigDocument) => readonly Fix[];

/** Optional parts of a problem. */
export interface Details {
  readonly related?: readonly Related[];
  /** Fixes, the best one first; computed on request. */
  readonly fixes?: FixMaker;
}

/** Reports a problem at a position in the text. */
export type Report = (at: Span, message: string, details?: Details) => void;

interface About {
  /** Stable, because it is used in settings. */
  readonly code: string;
  /** Everything that the spec rejects is an error. */
  readonly severity: Severity;
  /** How editors show the text: faded, or struck through. */
  readonly tag?: 'unnecessary' | 'deprecated';
  readonly docs: RuleDocs;
}

/** Checks the syntax of the text. */
export interface SyntaxRule extends About {
  readonly kind: 'syntax';
  check(document: ConfigDocument, report: Report, context: RuleContext): void;
}

/** Checks the top level; runs only if its syntax is valid. */
export interface TopRule extends About {
  readonly kind: 'top';
  check(document: ConfigDocument, report: Report, context: RuleContext): void;
}

/** Checks one entry of `mcpServers`, independent of the rest of the document. */
export interface EntryRule extends About {
  readonly kind: 'entry';
  check(entry: ServerEntry, report: Report, context: RuleContext): void;
}

/** Checks one server as a server of its transport. */
export interface ServerRule extends About {
  readonly kind: 'server';
  /** Limits the rule to stdio servers, servers with a url, or servers with `auth` or `oauth`. */
  readonly only?: 'process' | 'endpoint' | 'credentials';
  check(server: ParsedServer, entry: ServerEntry, report: Report, context: RuleContext): void;
}

/** Checks the unknown keys of an object; runs only if there are any. */
export interface GroupRule extends About {
  readonly kind: 'group';
  check(group: Group, report: Report, context: RuleContext): void;
}

/** Checks one field that has a value. */
export interface FieldRule extends About {
  readonly kind: 'field';
  /** Whether the rule applies to a field; absent: to all fields. */
  concerns?(info: FieldInfo): boolean;
  check(field: FilledField, group: Group, report: Report, context: RuleContext): void;
}

export type FilledField = Field & { readonly value: NonNullable<Field['value']> };

/** Checks any JSON object. */
export interface ObjectRule extends About {
  readonly kind: 'object';
  check(object: ObjectNode, report: Report, context: RuleContext): void;
}

/** Checks one string of a server in which the agent expands variables. */
export interface TextRule extends About {
  readonly kind: 'text';
  check(text: ExpandableString, entry: ServerEntry, report: Report, context: RuleContext): void;
}

export type Rule = SyntaxRule | TopRule | EntryRule | ServerRule | GroupRule | FieldRule | TextRule | ObjectRule;

/** A problem as it is shown. */
export interface Finding extends Span {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly tag?: 'unnecessary' | 'deprecated';
  readonly related?: readonly Related[];
}

/** A finding with its fixes. */
export interface Problem extends Finding, Details {}

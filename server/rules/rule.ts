/** What a rule is. A rule looks at one thing, says what is wrong in one sentence, and how it is put right. */
import type { ConfigDocument } from '../config/document.ts';
import type { FieldInfo } from '../config/field.ts';
import type { Field, Group } from '../config/group.ts';
import type { ObjectNode, Span } from '../config/json.ts';
import type { ServerEntry, ServerReading } from '../config/server.ts';
import type { ServerText } from '../config/texts.ts';
import type { Fix } from '../fixes/fix.ts';
import type { RuleContext } from './context.ts';
import type { Severity } from './severity.ts';

/** For people who want to know more: docs/rules.md is made from these. */
export interface RuleDocs {
  readonly title: string;
  /** Why it matters, in a sentence or two. */
  readonly why: string;
  /** A whole file that breaks this rule and no other, and the same file put right. */
  readonly wrong: string;
  readonly right: string;
  /** What has to be known of the world for the rule to speak; absent where the text is enough. */
  readonly context?: RuleContext;
}

/** Another place that matters. */
export interface Related extends Span {
  /** The file; absent where it is this one. */
  readonly uri?: string;
  readonly message: string;
}

/** Ways to put a problem right, worked out from the document in which it was found. */
export type FixMaker = (document: ConfigDocument) => readonly Fix[];

/** What goes with a message. */
export interface Details {
  readonly related?: readonly Related[];
  /** Ways to put it right, the best one first; worked out only when somebody asks. */
  readonly fixes?: FixMaker;
}

/** Says that something is wrong at this place of the text. */
export type Report = (at: Span, message: string, details?: Details) => void;

interface About {
  /** Stable: people write it into settings and search for it. */
  readonly code: string;
  /** Everything that the spec rejects is an error. */
  readonly severity: Severity;
  /** How an editor draws the place: faded, or struck through. */
  readonly tag?: 'unnecessary' | 'deprecated';
  readonly docs: RuleDocs;
}

/** Looks at the text as text. */
export interface SyntaxRule extends About {
  readonly kind: 'syntax';
  check(document: ConfigDocument, report: Report, context: RuleContext): void;
}

/** Looks at the top level; asked only where its syntax is sound. */
export interface TopRule extends About {
  readonly kind: 'top';
  check(document: ConfigDocument, report: Report, context: RuleContext): void;
}

/** Looks at one entry of `mcpServers`, and at nothing else of the document. */
export interface EntryRule extends About {
  readonly kind: 'entry';
  check(entry: ServerEntry, report: Report, context: RuleContext): void;
}

/** Looks at one server, seen with the eyes of its transport. */
export interface ServerRule extends About {
  readonly kind: 'server';
  /** Asked only for a stdio server, for one with a url, or for one with `auth` or `oauth`; absent: for all. */
  readonly only?: 'process' | 'endpoint' | 'credentials';
  check(server: ServerReading, entry: ServerEntry, report: Report, context: RuleContext): void;
}

/** Looks at the keys of an object of the format that do not belong there; asked only where there are any. */
export interface GroupRule extends About {
  readonly kind: 'group';
  check(group: Group, report: Report, context: RuleContext): void;
}

/** Looks at one field that has a value, wherever it stands. */
export interface FieldRule extends About {
  readonly kind: 'field';
  /** Whether there is anything to look at in such a field; absent: in every one. */
  concerns?(info: FieldInfo): boolean;
  check(field: FilledField, group: Group, report: Report, context: RuleContext): void;
}

export type FilledField = Field & { readonly value: NonNullable<Field['value']> };

/** Looks at any JSON object, of the format or not. */
export interface ObjectRule extends About {
  readonly kind: 'object';
  check(object: ObjectNode, report: Report, context: RuleContext): void;
}

/** Looks at one string of a server in which the agent expands variables. */
export interface TextRule extends About {
  readonly kind: 'text';
  check(text: ServerText, entry: ServerEntry, report: Report, context: RuleContext): void;
}

export type Rule = SyntaxRule | TopRule | EntryRule | ServerRule | GroupRule | FieldRule | TextRule | ObjectRule;

/** One thing that is wrong with a document, as it is shown. */
export interface Finding extends Span {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly tag?: 'unnecessary' | 'deprecated';
  readonly related?: readonly Related[];
}

/** The same with its fixes. */
export interface Problem extends Finding, Details {}

/** What a rule is. A rule looks at one thing, says what is wrong in one sentence, and how it is put right. */
import type { ConfigDocument } from '../config/document.ts';
import type { Field, Group } from '../config/group.ts';
import type { ObjectNode, Span } from '../config/json.ts';
import type { ServerEntry, ServerReading } from '../config/server.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** For people who want to know more: docs/rules.md is made from these. */
export interface RuleDocs {
  readonly title: string;
  /** Why it matters, in a sentence or two. */
  readonly why: string;
  /** A whole file that breaks this rule and no other, and the same file put right. */
  readonly wrong: string;
  readonly right: string;
}

/** Says that something is wrong at this place of the text. */
export type Report = (at: Span, message: string) => void;

interface About {
  /** Stable: people write it into settings and search for it. */
  readonly code: string;
  /** Everything that the spec rejects is an error. */
  readonly severity: Severity;
  readonly docs: RuleDocs;
}

/** Looks at the text as text. */
export interface SyntaxRule extends About {
  readonly kind: 'syntax';
  check(document: ConfigDocument, report: Report): void;
}

/** Looks at the top level; asked only where its syntax is sound. */
export interface TopRule extends About {
  readonly kind: 'top';
  check(document: ConfigDocument, report: Report): void;
}

/** Looks at one entry of `mcpServers`, and at nothing else of the document. */
export interface EntryRule extends About {
  readonly kind: 'entry';
  check(entry: ServerEntry, report: Report): void;
}

/** Looks at one server, seen with the eyes of its transport. */
export interface ServerRule extends About {
  readonly kind: 'server';
  check(server: ServerReading, entry: ServerEntry, report: Report): void;
}

/** Looks at any object of the format: the top level, a server, its `auth`, its `oauth`. */
export interface GroupRule extends About {
  readonly kind: 'group';
  check(group: Group, report: Report): void;
}

/** Looks at one field that has a value, wherever it stands. */
export interface FieldRule extends About {
  readonly kind: 'field';
  check(field: FilledField, group: Group, report: Report): void;
}

export type FilledField = Field & { readonly value: NonNullable<Field['value']> };

/** Looks at any JSON object, of the format or not. */
export interface ObjectRule extends About {
  readonly kind: 'object';
  check(object: ObjectNode, report: Report): void;
}

export type Rule = SyntaxRule | TopRule | EntryRule | ServerRule | GroupRule | FieldRule | ObjectRule;

/** One thing that is wrong with a document. */
export interface Problem extends Span {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
}

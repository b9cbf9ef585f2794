/** The rule interfaces. A rule checks one kind of node and reports problems with their fixes. */

import type { AgentId } from '../../common/messages/agents.ts';
import type { ExpandableString, TextField } from '../config/format/expandable-strings.ts';
import type { FieldInfo } from '../config/format/field.ts';
import type { Group, UnknownKey } from '../config/format/group.ts';
import type { TransportChoice } from '../config/servers/choose-transport.ts';
import type { ConfigDocument } from '../config/servers/document.ts';
import type { ParsedServer, ServerEntry } from '../config/servers/server-entry.ts';
import type { JsonNode, Member, ObjectNode, Span } from '../config/text/json.ts';
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
  /** The agents that read the file, if they matter. */
  readonly readers?: readonly AgentId[];
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

/**
 * Reports a problem at a position in the text. The fixes are computed on request, the best one first.
 * @param isPlain true to show it without the tag of the rule
 */
export type Report = (
  at: Span,
  message: string,
  fixes?: FixMaker,
  related?: readonly Related[],
  isPlain?: boolean,
) => void;

/** What settings and documentation say about a rule. */
export interface RuleInfo {
  /** Stable, because it is used in settings. */
  readonly code: string;
  /** Everything that the spec rejects is an error. */
  readonly severity: Severity;
  /** How editors show the text: faded, or struck through. */
  readonly tag?: 'unnecessary' | 'deprecated';
  readonly docs: RuleDocs;
  /** False in contexts in which the rule never reports anything. Default: true. */
  appliesIn?(context: RuleContext): boolean;
}

/** Checks one kind of node. */
export interface NodeRule<Node> extends RuleInfo {
  check(node: Node, report: Report, context: RuleContext): void;
}

/** Checks one kind of node as a part of another. */
interface PartRule<Node, Whole> extends RuleInfo {
  check(node: Node, whole: Whole, report: Report, context: RuleContext): void;
}

/** Checks the syntax of the text or, if that is valid, the top level. */
export type DocumentRule = NodeRule<ConfigDocument>;

/** Checks one entry of `mcpServers`, independent of the rest of the document. */
export type EntryRule = NodeRule<ServerEntry>;

/** Checks any JSON object. */
export type ObjectRule = NodeRule<ObjectNode>;

/** Checks servers as servers of their transport. It gets only those that meet all of these conditions; default: all. */
export interface ServerRule extends PartRule<ParsedServer, ServerEntry> {
  readonly on: {
    readonly isProcess?: boolean;
    readonly choice?: TransportChoice;
    /** A property that the server has under its own name. */
    readonly has?: string;
    /** A property that the server lacks, and that no other key stands for. */
    readonly lacks?: string;
  };
}

/** Checks one field of a server that only other transports have. */
export type MisplacedRule = PartRule<Member, ParsedServer>;

/** Checks one unknown key of a server, its `auth`, or its `oauth`. */
export type KeyRule = PartRule<UnknownKey, Group>;

/** Checks the values of fields, of which it gets only those that `on` accepts. */
export interface FieldRule extends PartRule<FilledField, Group> {
  on(info: FieldInfo, place: Group['place']): boolean;
}

/** A field with a value, and what the format says about it. */
export interface FilledField extends Member {
  readonly info: FieldInfo;
  readonly value: JsonNode;
}

/** Checks the strings of a server in which Oh My Pi expands variables. */
export interface TextRule extends PartRule<ExpandableString, ServerEntry> {
  readonly on: {
    /** Default: all fields. */
    readonly fields?: readonly TextField[];
    /** A sum of `Mark`s, at least one of which the string or its key must have. Default: none needed. */
    readonly marks?: number;
  };
}

/** A problem as it is shown. */
export interface Finding extends Span, Pick<RuleInfo, 'code' | 'severity' | 'tag'> {
  readonly message: string;
  readonly related?: readonly Related[];
}

/** A finding with its fixes. */
export interface Problem extends Finding {
  readonly fixes?: FixMaker;
}

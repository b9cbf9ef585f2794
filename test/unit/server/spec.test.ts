/**
 * All table rows and rules of the config format, in the order of the spec, as lines of `test/fixtures/spec.txt`. Each is
 * also checked by ajv with the schema.
 */
import { describe, expect, test } from 'vitest';
import { readText } from '../../../scripts/lib/repository.ts';
import { alternativesOf, fileOf } from './fixture-notation.ts';
import { errorsOf, obeysTheSpec } from './support.ts';

const shorthands: Readonly<Record<string, string>> = {
  '@variant': '‹@stdio¦@http¦@sse›',
  '@stdio': '"command": "docs-server"',
  '@sse': '"type": "sse", "url": "https://example.com/sse"',
  '@noString': '‹1¦true¦null¦[]¦{}›',
  '@x100': 'x'.repeat(100),
};

const textsOf = (written: string): readonly string[] => {
  const text = Object.entries(shorthands).reduce((all, [name, value]) => all.replaceAll(name, value), written);
  const isFile = text.startsWith('(file) ');
  return alternativesOf(isFile ? text.slice('(file) '.length) : text).map((each) => fileOf(each, isFile));
};

/** Returns heading and content of each part, once for each alternative in its heading, which `sign` stands for. */
const parts = (text: string, mark: string, sign: string) =>
  `\n${text}`
    .split(`\n${mark} `)
    .slice(1)
    .flatMap((part) => {
      const [heading = '', ...lines] = part.split('\n');
      const alternatives = /‹([^›]*)›/.exec(heading)?.[1]?.split('¦') ?? [sign];
      return alternatives.map((each) => ({
        heading: heading.replace(/‹[^›]*›/, each).replaceAll(sign, each),
        content: lines.join('\n').replaceAll(sign, each),
      }));
    });

for (const { heading, content } of parts(readText('test/fixtures/spec.txt').replace(/\n$/, ''), '#', '§'))
  describe(heading, () => {
    for (const { heading: row, content: lines } of parts(content, '##', '%'))
      test(row, () => {
        for (const line of lines.split('\n')) {
          const [, code, written = ''] = /^(?:\+|- ([a-z-]+)) (.*)$/.exec(line) ?? [];
          if (written === '') throw new Error(`Not a case: ${line}`);
          for (const text of textsOf(written)) {
            expect(
              errorsOf(text).map((problem) => problem.code),
              text,
            ).toEqual(code === undefined ? [] : [code]);
            expect(obeysTheSpec(text), text).toBe(code === undefined);
          }
        }
      });
  });

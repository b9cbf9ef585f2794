import { describe, expect, test } from 'vitest';
import { apiLimits } from '../../../../src/service/api/records.ts';
import { commitMessage, id, limit, page, readToolInput } from '../../../../src/service/model-tools/inputs.ts';
import { oneOf, optional } from '../../../../src/shared/text/parse.ts';

describe('tool input', () => {
  const fields = { workflow_id: id, page: optional(page), status: optional(oneOf(['a', 'b'])) };

  test('is returned with its optional fields undefined', () => {
    expect(readToolInput({ workflow_id: 'wf_1', page: null }, fields)).toEqual({
      workflow_id: 'wf_1',
      page: undefined,
      status: undefined,
    });
  });

  test.each([null, undefined, 'wf_1', ['wf_1']])('is rejected unless it is an object: %j', (input) => {
    expect(() => readToolInput(input, fields)).toThrow('The input must be an object.');
  });

  test('is rejected for an unknown field, and the error lists the valid fields', () => {
    expect(() => readToolInput({ workflow: 'wf_1' }, fields)).toThrow(
      'Unknown input "workflow". Valid inputs: workflow_id, page, status.',
    );
    expect(() => readToolInput({ x: 1 }, {})).toThrow('Valid inputs: none.');
  });

  test('is rejected with at most 60 characters of an unknown field name', () => {
    expect(() => readToolInput({ ['x'.repeat(500)]: 1 }, fields)).toThrow(`"${'x'.repeat(60)}"`);
  });

  test.each([undefined, '', '  ', 7, 'x'.repeat(201)])('is rejected for the ID %j', (value) => {
    expect(() => readToolInput({ workflow_id: value }, fields)).toThrow('workflow_id is required.');
  });

  test.each([0, 1.5, '1', Number.NaN])('is rejected for the page %j', (value) => {
    expect(() => readToolInput({ workflow_id: 'wf_1', page: value }, fields)).toThrow(
      'page must be a whole number from 1',
    );
  });

  test('is rejected for a page size above the maximum', () => {
    expect(limit(apiLimits.pageSizeMaximum)).toBe(apiLimits.pageSizeMaximum);
    expect(() => limit(apiLimits.pageSizeMaximum + 1)).toThrow('must be a whole number');
  });

  test('is rejected with the allowed values of an enumeration', () => {
    expect(() => readToolInput({ workflow_id: 'wf_1', status: 'c' }, fields)).toThrow('status must be one of a, b.');
  });

  test('limits a commit message by code points, as the service does', () => {
    const longest = '😀'.repeat(apiLimits.commitMessageLength);
    expect(commitMessage(longest)).toBe(longest);
    expect(() => commitMessage(`${longest}x`)).toThrow(`has ${apiLimits.commitMessageLength + 1} char`);
    expect(() => commitMessage(undefined)).toThrow('must be a string');
  });
});

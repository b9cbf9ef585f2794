/** Bodies of errors of the router. Spec, Errors: "The body shape of router errors: not shown". */
import type { Choices } from './choices.ts';
import type { Reply } from './reply.ts';
import { inPieces, written } from './written.ts';

/** What services send; docs/response-shapes.md names them. */
export const ERROR_FORMS: readonly ((message: string, status: number) => unknown)[] = [
  (message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  (message, status) => ({ error: { message, code: status, metadata: {} } }),
  (message) => ({ error: message }),
  (message) => ({ detail: message }),
  (message) => ({ detail: [{ loc: ['body', 'x'], msg: message, type: 'value_error' }] }),
  (message) => ({ detail: { error: message } }),
  (message, status) => ({ statusCode: status, error: 'Bad Request', message }),
  (message, status) => ({ status, error: 'Unprocessable Entity', message: [message] }),
  (message, status) => ({ object: 'error', message, type: 'BadRequestError', code: status }),
  (message) => ({ errors: [{ title: 'Failed', detail: message }] }),
  (message) => ({ success: false, errors: [{ code: 10_000, message }], result: null }),
  (message, status) => ({ type: 'about:blank', title: 'Error', status, detail: message }),
  (message) => ({ title: 'One or more errors occurred.', errors: { model: [message] } }),
  (message) => ({ model: [message] }),
  (message) => ({ error: 'invalid_request', error_description: message }),
  (message) => ({ code: 1, msg: message, data: null }),
  (message) => ({ ok: false, reason: message }),
  (message) => [{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }],
  (message) => ({ message: { detail: [{ msg: message }] } }),
  (message) => ({ 'html-message': message }),
  (message) => message,
  (message) => ({ failure: { explanation: message } }),
  (message) => ({ Message: message }),
  (message) => ({ error: true, errorMessage: message }),
  (message) => ({ response: { error: { message } } }),
  (message) => ({ status: 'error', data: { message } }),
  (message) => ({ error: JSON.stringify({ error: { message } }) }),
  (message, status) => ({ type: 'https://service.example/probs/refused', title: 'Refused', status, detail: message }),
  (message) => ({ success: false, message }),
  (message) => ({ fault: { faultstring: message, detail: { errorcode: 'policies.x' } } }),
];

/** XML of storage services, and a SOAP fault. */
const XML_FORMS: readonly ((message: string) => string)[] = [
  (message) => `<?xml version="1.0"?>\n<Error><Code>Refused</Code><Message>${message}</Message></Error>`,
  (message) =>
    `<s:Envelope xmlns:s="x"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring xml:lang="en">${message}</faultstring></s:Fault></s:Body></s:Envelope>`,
];

/** The reason is in each of them. */
export function varyRouterError(message: string, status: number, choices: Choices): Reply {
  const kind = choices.of('router errors', ['JSON', 'JSON', 'JSON', 'text', 'page', 'XML'] as const);
  if (kind === 'JSON') return written(choices.of(`error ${status}`, ERROR_FORMS)(message, status), status, choices);
  if (kind === 'XML') {
    const xml = choices.of(`XML ${status}`, XML_FORMS)(message);
    return { status, headers: { 'Content-Type': 'application/xml' }, body: inPieces(xml, choices) };
  }
  const [type, body] =
    kind === 'text'
      ? ['text/plain', message]
      : [
          'text/html',
          `<!DOCTYPE html>\n<html><head><title>${message}</title></head><body><h1>Sorry</h1></body></html>`,
        ];
  return { status, headers: { 'Content-Type': type }, body: inPieces(body, choices) };
}

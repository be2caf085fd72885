import { describe, expect, it, vi } from 'vitest';
import { refuse } from '../refusal.ts';
import { answerClientError, sendRefusal } from './errors.ts';

describe('what never becomes a request', () => {
  function answered(code: string | undefined, writable = true) {
    const socket = { writable, destroy: vi.fn(), end: vi.fn((_text: string, done: () => void) => done()) };
    answerClientError(code === undefined ? {} : { code }, socket as never);
    return { said: socket.end.mock.lastCall?.[0], isClosed: socket.destroy.mock.calls.length > 0 };
  }

  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
    ['HPE_INVALID_METHOD', '400 Bad Request'],
    [undefined, '400 Bad Request'],
  ])('is answered as %s', (code, status) => {
    const { said = '', isClosed } = answered(code);
    const [head = '', body = ''] = said.split('\r\n\r\n');
    expect(head.split('\r\n')).toEqual([
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]);
    expect(JSON.parse(body)).toMatchObject({
      code: 'malformed_request',
      message: expect.stringMatching(/\w/),
    });
    expect(isClosed).toBe(true);
  });

  it.each([
    ['ECONNRESET', true],
    ['HPE_INVALID_METHOD', false],
  ])('is not answered where nobody listens: %s, %s', (code, writable) => {
    expect(answered(code, writable)).toEqual({ said: undefined, isClosed: true });
  });
});

describe('a refusal', () => {
  function sent(...refusal: Parameters<typeof refuse>) {
    const told: Record<string, unknown> = {};
    const reply = {
      refusalCode: '',
      header: (name: string, value: unknown) => Object.assign(told, { [name]: value }) && reply,
      code: (status: number) => Object.assign(told, { status }) && reply,
      type: (type: string) => Object.assign(told, { type }) && reply,
      send: (body: string) => Object.assign(told, { body: JSON.parse(body) }) && reply,
    };
    sendRefusal(reply as never, refuse(...refusal));
    return { ...told, code: reply.refusalCode } as Record<string, unknown>;
  }

  it('says how long to wait where that is known', () => {
    expect(sent('too_many_requests', { seconds: 7 })).toMatchObject({ status: 429, 'retry-after': 7 });
    expect(sent('too_many_requests')).not.toHaveProperty('retry-after');
    expect(sent('not_found', { seconds: 7 })).not.toHaveProperty('retry-after');
  });

  it('spreads those over three seconds who found no room', () => {
    const at = (random: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      return sent('unavailable')['retry-after'];
    };
    expect([0, 0.34, 0.99].map(at)).toEqual([1, 2, 3]);
  });

  it('is JSON with its code and what belongs to it', () => {
    expect(sent('stock_empty')).toMatchObject({
      status: 409,
      type: 'application/json; charset=utf-8',
      code: 'stock_empty',
      body: { code: 'stock_empty' },
    });
    expect(sent('too_many_requests', { seconds: 7 }).body).toMatchObject({ data: { seconds: 7 } });
  });
});

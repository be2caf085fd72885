// SPDX-License-Identifier: Apache-2.0

/** What a route may answer beside plain data, and how each is sent. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAnswer, toMessage } from '../../../contract/answers.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { isRefusal } from '../refusal.ts';
import type { Encoding } from './encodings.ts';
import { sendRefusal } from './errors.ts';

const asJson = Symbol('a whole answer as JSON');
export interface JsonText {
  [asJson]: string | Buffer | Readable;
  /** How it is compressed already; undefined where it comes in one form alone. */
  encoding?: Encoding | undefined;
}

/**
 * A response that is JSON already: text if short (Node sends it in one write with the headers), bytes if long and sent
 * often, a stream if it may be of any length.
 * @param encoding where clients get it in the form that they take
 */
export function jsonText(json: string | Buffer | Readable, encoding?: Encoding): JsonText {
  return { [asJson]: json, encoding };
}

const asFile = Symbol('a file');
/** What an endpoint with `file` answers. */
export interface FileAnswer {
  [asFile]: FileContent;
}

/** A file for its caller alone, neither kept on the way nor shown by the browser; or one that never changes. */
type FileContent = { name: string } & ({ content: Readable; bytes: number } | LastingFile);

interface LastingFile {
  /** Undefined where the caller has it already. */
  content: Readable | undefined;
  /** What stands for its content. */
  tag: string;
  encoding: 'gzip' | 'identity';
}

export function fileAnswer(file: FileContent): FileAnswer {
  return { [asFile]: file };
}

/** Whether a caller of a file that never changes has it already. */
export function hasTag({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known?.some((one) => one === '*' || one === `"${tag}"`) ?? false;
}

/** The whole good answer of an endpoint whose message is always the same, around data that is JSON already. */
export function wrapJson(endpoint: Endpoint, dataJson: string): string {
  return `${JSON.stringify(getHead(endpoint, undefined)).slice(0, -1)},"data":${dataJson}}`;
}

const json = 'application/json; charset=utf-8';

/** Sends what a handler came to. */
export function send(reply: FastifyReply, outcome: unknown, endpoint: Endpoint): FastifyReply {
  if (isRefusal(outcome)) return sendRefusal(reply, outcome);
  if (typeof outcome === 'object' && outcome !== null && asJson in outcome)
    return sendJson(reply, outcome as JsonText);
  if (typeof outcome === 'object' && outcome !== null && asFile in outcome)
    return sendFile(reply, (outcome as FileAnswer)[asFile], endpoint.file);
  return reply.send({ ...getHead(endpoint, outcome), ...toAnswer(endpoint, outcome) });
}

function getJsonHeaders({ encoding }: JsonText): Record<string, string> {
  return {
    'content-type': json,
    ...(encoding && { vary: 'accept-encoding' }),
    ...(encoding && encoding !== 'identity' && { 'content-encoding': encoding }),
  };
}

function sendJson(reply: FastifyReply, answer: JsonText): FastifyReply {
  return reply.headers(getJsonHeaders(answer)).send(answer[asJson]);
}

/** With its headers it is below 16 KB, up to which Node encodes a text on the stack. */
const maxTextBytes = 14 * 1024;

/**
 * A whole answer as `node:http` takes it: names and values of its headers in turn, and the content. That is a text of one
 * character for each byte, to be sent as `latin1`, where Node then sends it in one write with the headers (a sixth less of the
 * processor for a list of 5 KB, two fifths less for a compressed one); bytes where it is longer. Not for streams.
 */
export function toRawAnswer(answer: JsonText): { headers: string[]; content: string | Buffer } {
  const bytes = Buffer.from(answer[asJson] as string);
  const said = { ...getJsonHeaders(answer), 'content-length': String(bytes.length) };
  const content = bytes.length > maxTextBytes ? bytes : bytes.toString('latin1');
  return { headers: Object.entries(said).flat(), content };
}

function sendFile(reply: FastifyReply, file: FileContent, type = 'application/octet-stream'): FastifyReply {
  reply.headers({ 'content-type': type, 'content-disposition': `attachment; filename="${file.name}"` });
  if ('bytes' in file)
    return reply.headers({ 'content-length': file.bytes, 'cache-control': 'no-store' }).send(file.content);
  reply.headers({
    etag: `"${file.tag}"`,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    ...(file.encoding === 'gzip' && { 'content-encoding': 'gzip' }),
  });
  return file.content ? reply.send(file.content) : reply.code(304).send();
}

/** What stands before the data of a good answer. */
function getHead(endpoint: Endpoint, data: unknown): object {
  return { message: toMessage(endpoint, data), ...(endpoint.saysSuccess && { success: true }) };
}

// SPDX-License-Identifier: Apache-2.0

/** The forms of an answer besides plain data, and how to send them. */
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
  /** Its encoding; undefined if the answer exists in one form only. */
  encoding?: Encoding | undefined;
}

/**
 * A response that is already JSON: text if short (Node sends it in one write with the headers), bytes if long and sent
 * often, a stream if it may be of any length.
 * @param encoding set if the answer exists in each encoding that clients accept
 */
export function jsonText(json: string | Buffer | Readable, encoding?: Encoding): JsonText {
  return { [asJson]: json, encoding };
}

const asFile = Symbol('a file');
/** The answer of an endpoint with `file`. */
export interface FileAnswer {
  [asFile]: FileContent;
}

/**
 * Either a file for its caller alone, which nothing caches and the browser does not display, or a file that never
 * changes.
 */
type FileContent = { name: string } & ({ content: Readable; bytes: number } | LastingFile);

interface LastingFile {
  /** Undefined if the caller already has it. */
  content: Readable | undefined;
  /** Identifies its content. */
  tag: string;
  encoding: 'gzip' | 'identity';
}

export function fileAnswer(file: FileContent): FileAnswer {
  return { [asFile]: file };
}

/** Whether the caller already has this file, which never changes. */
export function hasTag({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known?.some((one) => one === '*' || one === `"${tag}"`) ?? false;
}

/** The whole successful answer of an endpoint with a fixed message, around data that is already JSON. */
export function wrapJson(endpoint: Endpoint, dataJson: string): string {
  return `${JSON.stringify(getHead(endpoint, undefined)).slice(0, -1)},"data":${dataJson}}`;
}

const json = 'application/json; charset=utf-8';

/** Sends a handler's result. */
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

/** With its headers, it stays below the 16 KB up to which Node encodes a text on the stack. */
const maxTextBytes = 14 * 1024;

/**
 * A whole answer as `node:http` takes it: alternating names and values of its headers, and the content. Short content
 * is a text of one character per byte, to be sent as `latin1`. Node sends that in one write with the headers, which
 * saves a sixth of the processor time for a list of 5 KB, two fifths for a compressed one. Longer content is bytes. Not
 * for streams.
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

/** The fields before the data of a successful answer. */
function getHead(endpoint: Endpoint, data: unknown): object {
  return { message: toMessage(endpoint, data), ...(endpoint.saysSuccess && { success: true }) };
}

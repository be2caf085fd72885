// SPDX-License-Identifier: Apache-2.0

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import type { Upload } from '../../../contract/endpoint.ts';
import { refuse } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the file that an upload brought; null where it brought none. */
    upload: Buffer | null;
  }
}

const maxFields = 20;
const maxFieldBytes = 16_000;

/** Lets the routes of `app`, and no others, take multipart/form-data. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  app.decorateRequest('upload', null);
  await app.register(multipart, {
    limits: { files: 1, fields: maxFields, parts: maxFields + 1, fieldSize: maxFieldBytes },
  });
}

async function readParts(request: FastifyRequest, { field, maxBytes }: Upload): Promise<void> {
  const body: Record<string, string> = {};
  for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
    if (part.type === 'file') {
      const content = await part.toBuffer();
      // Browsers send an empty nameless file for a field in which none was chosen.
      if (part.fieldname !== field || (content.length === 0 && !part.filename)) continue;
      request.upload = content;
      body[field] = part.filename || field;
    } else if (part.fieldname !== field) {
      body[part.fieldname] = String(part.value);
    }
  }
  request.body = body;
}

/** What the body of an upload is described as: generators of clients know a file by its format. */
export function describeUpload(body: z.ZodType, { field }: Upload): z.ZodType {
  if (!(body instanceof z.ZodObject)) return body;
  const { [field]: named } = body.shape as Record<string, z.ZodType>;
  return named ? body.safeExtend({ [field]: named.meta({ format: 'binary' }) }) : body;
}

/**
 * Reads the fields of a form into `request.body`, where they are validated as any body, and its file into
 * `request.upload`; in the body stands the file's name. Refuses `unsupported_media_type`, `too_large` and
 * `malformed_request`.
 */
export function readUpload(upload: Upload): preValidationAsyncHookHandler {
  return async (request) => {
    if (!request.isMultipart()) throw refuse('unsupported_media_type');
    try {
      await readParts(request, upload);
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      throw refuse(statusCode === 413 ? 'too_large' : 'malformed_request');
    }
  };
}

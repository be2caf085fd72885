// SPDX-License-Identifier: Apache-2.0

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import type { Upload } from '../../../contract/endpoint.ts';
import { refuse } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the uploaded file; null without one. */
    upload: Buffer | null;
  }
}

const maxFields = 20;
const maxFieldBytes = 16_000;

/** Makes only the routes of `app` accept multipart/form-data. */
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
      // Browsers send an empty file without a name if none was chosen.
      if (part.fieldname !== field || (content.length === 0 && !part.filename)) continue;
      request.upload = content;
      body[field] = part.filename || field;
    } else if (part.fieldname !== field) {
      body[part.fieldname] = String(part.value);
    }
  }
  request.body = body;
}

/**
 * Describes the body of an upload: client generators recognize a file by its format. During validation the field
 * contains the file's name, so its own bounds must not be documented as the file's.
 */
export function describeUpload(body: z.ZodType, { field, maxBytes }: Upload): z.ZodType {
  if (!(body instanceof z.ZodObject)) return body;
  const { [field]: named } = body.shape as Record<string, z.ZodType>;
  const told = {
    format: 'binary',
    description: `A file of at most ${maxBytes} bytes`,
    minLength: undefined,
    maxLength: maxBytes,
    pattern: undefined,
  };
  return named ? body.safeExtend({ [field]: named.meta(told) }) : body;
}

/**
 * Reads the fields of a form into `request.body`, where they are validated like any body, and its file into
 * `request.upload`; the body has the file's name. Refuses `unsupported_media_type`, `too_large` and
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

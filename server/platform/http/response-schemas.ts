// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { toAnswer } from '../../../contract/answers.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { errors } from '../../../contract/errors.ts';

const errorAnswer = z.object({
  message: z.string(),
  code: z.enum(Object.keys(errors)),
  data: z.unknown().optional(),
});

/** For a list, the schemas of its parts; otherwise the schema of the whole data. */
function dataSchemas({ isList, data }: Endpoint): unknown {
  return isList && data instanceof z.ZodObject ? data.shape : data;
}

function getGoodAnswer(endpoint: Endpoint): object {
  const { file } = endpoint;
  if (file) {
    const schema = file.startsWith('text/') ? z.string() : z.string().meta({ format: 'binary' });
    return { description: 'The file', content: { [file]: { schema } } };
  }
  return z
    .object({
      message: z.string(),
      ...(endpoint.saysSuccess && { success: z.literal(true) }),
      ...(toAnswer(endpoint, dataSchemas(endpoint)) as Record<string, z.ZodType>),
    })
    .describe('Done');
}

/** Every status that the endpoint may return; the OpenAPI document is generated from it. */
export function getResponseSchemas(endpoint: Endpoint): Record<string, object> {
  const answers: Record<string, object> = {
    200: getGoodAnswer(endpoint),
    // Callers of a public file may name the version that they have.
    ...(endpoint.file &&
      endpoint.access === 'public' && { 304: z.null().describe('The caller already has this version') }),
    '4xx': errorAnswer.describe('The call was refused'),
    '5xx': errorAnswer.describe('The call failed'),
  };
  const { access, refusals } = endpoint;
  const isOpen = access === 'public' || access === 'signed-in';
  const codes = new Set([...refusals, ...(isOpen ? [] : (['forbidden', 'second_factor_required'] as const))]);
  for (const code of codes) {
    const alike = [...codes].filter((other) => errors[other].status === errors[code].status);
    answers[errors[code].status] = errorAnswer.describe(`Refused: ${alike.join(', ')}`);
  }
  return answers;
}

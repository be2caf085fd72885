import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { errorMessage, errors } from '../../../contract/errors.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Sends a refusal in the one shape of errors: `{ message, code, data? }`. */
export function sendRefusal(reply: FastifyReply, { refused, data }: Refusal): FastifyReply {
  return reply
    .code(errors[refused].status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ message: errorMessage(refused, data), code: refused, data }));
}

const byFastifyCode: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: refuse('too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refuse('unsupported_media_type'),
  FST_ERR_CTP_INVALID_JSON_BODY: refuse('malformed_request'),
  FST_ERR_CTP_EMPTY_JSON_BODY: refuse('malformed_request'),
  FST_UNDER_PRESSURE: refuse('unavailable'),
};

function validationRefusal(error: FastifyError): Refusal | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  const issues = error.validation.map((issue) => ({
    path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message ?? 'not valid',
  }));
  const fields = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  return refuse('invalid_request', { fields, issues });
}

function refusalOf(error: FastifyError): Refusal {
  return (
    validationRefusal(error) ??
    byFastifyCode[error.code] ??
    (error.statusCode && error.statusCode < 500 ? refuse('malformed_request') : refuse('internal'))
  );
}

/** The only place where errors become answers. Unknown ones are logged with the request's id and told as "internal". */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request: FastifyRequest, reply) => {
    if ('refused' in error) return sendRefusal(reply, error);
    const refusal = refusalOf(error);
    if (refusal.refused === 'internal') request.log.error({ err: error }, 'request failed');
    return sendRefusal(reply, refusal);
  });
}

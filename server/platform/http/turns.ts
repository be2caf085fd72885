// SPDX-License-Identifier: Apache-2.0

import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preParsingHookHandler,
  preValidationHookHandler,
} from 'fastify';
import { type Admission, type AdmissionOptions, createAdmission, type Turn } from '../admission.ts';
import { type Refusal, refuse } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admission;
  }
  interface FastifyRequest {
    /** The request's turn, until a handler takes it over. */
    turn: Turn | null;
  }
  interface FastifyContextConfig {
    /** Answered without a turn, however busy the server is: probes, webhooks, signing in. */
    skipsAdmission?: boolean;
  }
}

/**
 * Call it once, for the whole application: calls take turns (server/platform/admission.ts) before they cost anything.
 */
export function addAdmission(app: FastifyInstance, options: AdmissionOptions): void {
  app.decorate('admission', createAdmission(options));
  app.decorateRequest('turn', null);
}

/** Makes a request wait for its turn. `next` gets a refusal if it waited too long. */
export function takeTurn(
  request: FastifyRequest,
  reply: FastifyReply,
  next: (refusal?: Refusal) => void,
): void {
  const turn = request.server.admission.newTurn();
  request.turn = turn;
  turn.take((isAdmitted) => (isAdmitted ? next() : next(refuse('unavailable'))));
  // Most calls are done by now. Others leave when they are answered or the client disconnects; a running handler
  // continues, and leaves when it is done (route.ts).
  if (request.turn) reply.raw.once('close', () => request.turn?.leave());
}

/** For routes with a body: there is no work to do until it has arrived, and slow senders would keep others out. */
export const releaseTurn: preParsingHookHandler = (request, _reply, payload, done) => {
  request.turn?.giveBack();
  done(null, payload);
};

/** For routes with a body: once it has arrived, the request takes its turn again. */
export const takeTurnAgain: preValidationHookHandler = (request, _reply, done) => {
  const { turn } = request;
  if (!turn) return done();
  turn.take((isAdmitted) => done(isAdmitted ? undefined : (refuse('unavailable') as unknown as Error)));
};

// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';

/** A call that has been answered, by its route: nothing of who made it. */
export interface Answered {
  method: string;
  /** As it was registered, with the names of its parameters; 'none' of an unknown address. */
  route: string;
  status: number;
  /** From request to answer. */
  seconds: number;
}

export type TellAnswered = (answered: Answered) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** Hears of every answer. */
    onAnswered(listener: TellAnswered): void;
  }
}

/**
 * Lets others hear of every answer (`onAnswered`).
 * @returns what tells them of one that Fastify did not give
 */
export function addAnswered(app: FastifyInstance): TellAnswered {
  const listeners: TellAnswered[] = [];
  const tell: TellAnswered = (answered) => {
    for (const listener of listeners) listener(answered);
  };
  app.decorate('onAnswered', (listener: TellAnswered) => void listeners.push(listener));
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions;
    tell({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    done();
  });
  return tell;
}

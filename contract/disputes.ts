// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, id, lineOfText, linesOfText, timestamp } from './endpoint.ts';

/** What administrators decide on a disputed result: it stays as it was, or it counts as won. */
export const disputeOutcomes = ['upheld', 'won'] as const;

/** What administrators decided, apart from the verdict. `answer` is for the player; for everybody else it is empty. */
export const ruling = z.object({ outcome: z.enum(disputeOutcomes), answer: z.string(), at: timestamp });

/** Host names that are private to a network, or reserved. */
const privateName = /\.(localhost|local|internal|intranet|lan|home|corp|invalid|test|example)$/;

/**
 * Whether anybody can open this address: https, a host name with a dot that is not private to a network, no user name and no
 * port. The server never fetches it; an administrator opens it by hand in their browser.
 */
function isPublicLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, port } = new URL(text);
  const isName = /^(?=.*\.[a-z][a-z0-9-]*$)[a-z0-9.-]+$/.test(hostname);
  return protocol === 'https:' && !username && !password && !port && isName && !privateName.test(hostname);
}

/** A player's objection to a result. */
export const disputeInput = z.object({
  words: z
    .string('Tell us briefly what’s wrong')
    .trim()
    .min(10, 'Tell us briefly what’s wrong')
    .max(2000, 'Use at most 2,000 characters')
    .regex(linesOfText, 'Remove control characters and broken symbols'),
  /** A recording or a picture that anybody can open; empty if there is none. */
  link: z
    .string()
    .trim()
    .max(500, 'Use at most 500 characters')
    .regex(lineOfText, 'This isn’t a web address')
    .refine((link) => link === '' || isPublicLink(link), 'Use an address that anyone can open: https://...')
    .default(''),
});
export type DisputeInput = z.output<typeof disputeInput>;

export const dispute = z.object({
  _id: id,
  words: z.string(),
  link: z.string(),
  openedAt: timestamp,
  /** The latest time by which it will be decided. */
  promisedBy: timestamp,
  /** Null while it waits. */
  ruling: ruling.nullable(),
});
export type Dispute = z.infer<typeof dispute>;

/** Whether the caller's result is disputed, or until when it can be; both null if it cannot be. */
export const disputeState = z.object({ dispute: dispute.nullable(), openUntil: timestamp.nullable() });
export type DisputeState = z.infer<typeof disputeState>;

const ofAttempt = { path: '/challenge/attempts/:id/dispute', params: z.object({ id }) } as const;

export const disputesApi = {
  state: endpoint({
    ...ofAttempt,
    method: 'GET',
    access: 'signed-in',
    summary: 'Get the dispute of your result',
    data: disputeState,
    refusals: ['not_found'],
  }),
  open: endpoint({
    ...ofAttempt,
    method: 'POST',
    access: 'signed-in',
    idempotent: true,
    summary: 'Dispute your result',
    message: 'We got your dispute',
    body: disputeInput,
    data: dispute,
    refusals: ['not_found', 'result_not_disputable', 'dispute_too_late', 'already_disputed'],
  }),
};

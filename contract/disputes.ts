// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, id, lineOfText, linesOfText, timestamp } from './endpoint.ts';

/** The possible rulings on a disputed result: it stays, or it counts as won. */
export const disputeOutcomes = ['upheld', 'won'] as const;

/** The administrators' ruling, separate from the verdict. Only the player sees `answer`; for others it is empty. */
export const ruling = z.object({ outcome: z.enum(disputeOutcomes), answer: z.string(), at: timestamp });

/** Host names that are private to a network, or reserved. */
const privateName = /\.(localhost|local|internal|intranet|lan|home|corp|invalid|test|example)$/;

/**
 * Whether anyone can open this address: https, a public host name with a dot, no user name and no port. The server
 * never fetches it; administrators open it in their browser.
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
  /** A public recording or picture; empty if there is none. */
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
  /** The deadline for the ruling. */
  promisedBy: timestamp,
  /** Null until decided. */
  ruling: ruling.nullable(),
});
export type Dispute = z.infer<typeof dispute>;

/** The dispute about the caller's result, or the deadline for one; both null if it can't be disputed. */
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

// SPDX-License-Identifier: Apache-2.0

import { plural } from '../../../../contract/amounts.ts';
import type { GetContact, NoteMail } from '../../../message-ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { enqueue, enqueueMany } from '../../../platform/jobs/outbox.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { type MailLook, renderMail } from '../../../platform/mail/render.ts';
import * as store from './digest-queries.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

export const gatherTask = 'gather-daily-mails';
export const digestTask = 'send-daily-mail';

const maxAtOnce = 500;
const maxNews = 20;
/** A little less than a day, so that a late mail does not delay the next one. */
const betweenMailsMs = 23 * 3_600_000;
/** Longer than the time between two mails, since one may fail; ids exclude what the last mail contained. */
const newsWithinMs = 48 * 3_600_000;
/** How often a mail is tried before it is left to the next day. */
const maxTries = 8;

export interface DigestDeps {
  db: Database;
  clock: Clock;
  mailer: Mailer | undefined;
  look: MailLook;
  publicUrl: string;
  tokens: UnsubscribeTokens;
  /** Undefined for players without a verified address, or whose account is gone. */
  getContact: GetContact;
  noteMail: NoteMail;
}

/** Enqueues a job for each of the next players who want the daily mail, and one for the players after them. */
export async function gatherDigests(
  { after = null }: { after?: string | null },
  { db, mailer }: Pick<DigestDeps, 'db' | 'mailer'>,
): Promise<void> {
  if (!mailer) return;
  await db.transaction(async (tx) => {
    const readers = await store.listReaders(tx, after, maxAtOnce);
    const jobs = readers.map((playerId) => ({ key: `${digestTask}:${playerId}`, payload: { playerId } }));
    await enqueueMany(tx, digestTask, jobs, { priority: 20 });
    const last = readers.at(-1);
    if (last && readers.length === maxAtOnce) {
      await enqueue(
        tx,
        gatherTask,
        { after: last },
        { key: gatherTask, priority: 20, maxAttempts: maxTries },
      );
    }
  });
}

export function unsubscribeAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/api/v1/notifications/unsubscribe/${token}`;
}

/**
 * Sends a player all unseen news in one mail; none without news, or if one was sent within the last day. A retry after
 * a lost response has the same Message-ID.
 * @throws MailError so that the job is retried
 */
export async function sendDigest(
  { playerId }: { playerId: string },
  { db, clock, mailer, look, publicUrl, tokens, getContact, noteMail }: DigestDeps,
): Promise<void> {
  const contact = mailer && (await getContact(playerId));
  if (!contact) return;
  const now = clock.now();
  const since = new Date(now.getTime() - newsWithinMs);
  const lastMailBy = new Date(now.getTime() - betweenMailsMs);
  const news = await store.listNews(db, { playerId, since, lastMailBy, limit: maxNews });
  const [newest] = news;
  if (!newest) return;
  const title = news.length === 1 ? newest.title : plural(news.length, 'new notification');
  const content = renderMail(
    {
      subject: title,
      preview: newest.body,
      title,
      paragraphs: news.map((one) => (news.length === 1 ? one.body : `${one.title}. ${one.body}`)),
      rows: [],
      action: { label: `Open ${look.brandName}`, url: `${publicUrl}/home` },
      notes: [`You asked for this daily mail. Change or stop it: ${publicUrl}/profile?tab=settings#messages`],
    },
    look,
  );
  const isTaken = await mailer.send({
    ...content,
    to: { name: contact.name, address: contact.email },
    messageId: `daily-${newest.id}@${new URL(publicUrl).hostname}`,
    unsubscribeUrl: unsubscribeAddress(publicUrl, tokens.make(playerId)),
  });
  await noteMail({ playerId, address: contact.email, isTaken });
  await store.noteMailed(db, playerId, newest.id, now);
}

// SPDX-License-Identifier: Apache-2.0

import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { SandboxLog } from '../options.ts';
import type { Messages } from './messages.ts';

/**
 * The mail server's faults: `busy` refuses callers immediately, `later` and `reject` refuse the recipient temporarily
 * or permanently, and `lost` accepts the message but hangs up without confirming.
 */
export const mailFaults = ['none', 'busy', 'later', 'reject', 'lost'] as const;

export interface MailFault {
  fault: (typeof mailFaults)[number];
  /** How many more times; null: always. */
  times: number | null;
}

interface SmtpDeps {
  host: string;
  messages: Messages;
  faults: MailFault;
  log: SandboxLog;
}

const largestBytes = 1024 * 1024;

/** A mail server on a free port that delivers everything to the inbox and nowhere else. */
export async function startSmtp({
  host,
  messages,
  faults,
  log,
}: SmtpDeps): Promise<{ port: number; close(): Promise<void> }> {
  const meet = (fault: MailFault['fault']): boolean => {
    if (faults.fault !== fault) return false;
    if (faults.times !== null) {
      faults.times -= 1;
      if (faults.times <= 0) Object.assign(faults, { fault: 'none', times: null });
    }
    return true;
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: largestBytes,
    rejectOversized: true,
    closeTimeout: 1_000,
    onConnect: (_session, done) => done(meet('busy') ? refusal(421, 'Too busy') : undefined),
    onRcptTo: (_address, _session, done) => {
      if (meet('later')) return done(refusal(451, 'Try again later'));
      if (meet('reject')) return done(refusal(550, 'No such mailbox'));
      done();
    },
    onData: async (stream, session, done) => {
      try {
        const raw = await buffer(stream);
        await messages.add(
          raw,
          session.envelope.rcptTo.map(({ address }) => address),
        );
        if (!meet('lost')) return done();
        for (const connection of server.connections) connection.close();
      } catch (error) {
        log.error(`sandbox: could not store a message: ${(error as Error).message}`);
        done(refusal(451, 'Could not store the message'));
      }
    },
  });
  server.on('error', (error: Error) => log.error(`sandbox: mail server: ${error.message}`));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(0, host, resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

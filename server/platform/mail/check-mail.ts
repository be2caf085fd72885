// SPDX-License-Identifier: Apache-2.0

import { type Finding, findingsAbout } from '../finding.ts';
import { openTransport } from './mailer.ts';

/** Matches messages of OpenSSL and Node. */
const certificateFault = /certificate|altnames|CERT_/i;

/**
 * Whether the mail server accepts us: it greets, uses TLS unless it is on this machine, and lets us sign in. Sends
 * nothing.
 */
export async function checkMail(mail: { smtpUrl: string; from: string } | undefined): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('mail');
  if (!mail) return [ok('is off (SMTP_URL=off)')];
  const { host } = new URL(mail.smtpUrl);
  const transport = await openTransport(mail.smtpUrl, 10_000);
  try {
    await transport.verify();
    return [ok(`${host} accepts us as a sender`)];
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const told = [code, responseCode].filter(Boolean).join(' ');
    const text = String(error);
    if (certificateFault.test(text)) {
      return [
        wrong(
          `${host} has an invalid certificate, or one for another name (${told})`,
          'use the name on the certificate in SMTP_URL, or have it renewed; for a private authority set NODE_EXTRA_CA_CERTS',
        ),
      ];
    }
    if (code === 'ETLS' || /STARTTLS|wrong version number|EPROTO/i.test(text)) {
      return [
        wrong(
          `${host} does not speak TLS as SMTP_URL says (${told})`,
          'smtps:// uses TLS from the start (usually port 465), smtp:// upgrades by STARTTLS (usually 587)',
        ),
      ];
    }
    if (code === 'EAUTH') {
      return [
        wrong(
          `${host} refuses the user or the password (${told})`,
          'check them in SMTP_URL (special characters as %..)',
        ),
      ];
    }
    return [
      wrong(
        `${host} does not accept us (${told})`,
        'check SMTP_URL, and that this machine can reach it (port, TLS)',
      ),
    ];
  } finally {
    transport.close();
  }
}

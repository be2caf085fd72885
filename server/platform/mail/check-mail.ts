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
    return [ok(`${host} takes us as a sender`)];
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const told = [code, responseCode].filter(Boolean).join(' ');
    const text = String(error);
    if (certificateFault.test(text)) {
      return [
        wrong(
          `${host} shows a certificate that is not for it, or not valid (${told})`,
          'use the name that is on the certificate in SMTP_URL, and have it renewed; a private authority: NODE_EXTRA_CA_CERTS',
        ),
      ];
    }
    if (code === 'ETLS' || /STARTTLS|wrong version number|EPROTO/i.test(text)) {
      return [
        wrong(
          `${host} does not speak TLS as SMTP_URL says (${told})`,
          'smtps:// is TLS from the start (mostly port 465), smtp:// begins it by STARTTLS (mostly 587)',
        ),
      ];
    }
    if (code === 'EAUTH') {
      return [
        wrong(
          `${host} refuses user or password (${told})`,
          'compare them in SMTP_URL (special characters as %..)',
        ),
      ];
    }
    return [
      wrong(
        `${host} does not take us (${told})`,
        'compare SMTP_URL, and let this machine reach it (port, TLS)',
      ),
    ];
  } finally {
    transport.close();
  }
}

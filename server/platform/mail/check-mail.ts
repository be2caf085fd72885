import { type Finding, findingsAbout } from '../finding.ts';
import { openTransport } from './mailer.ts';

/** Whether the mail server takes us: greets it, under TLS beyond this machine, and signs in. Sends nothing. */
export async function checkMail(mail: { smtpUrl: string; from: string } | undefined): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('mail');
  if (!mail) return [ok('is off (MAIL=off)')];
  const { host } = new URL(mail.smtpUrl);
  const transport = openTransport(mail.smtpUrl, 10_000);
  try {
    await transport.verify();
    return [ok(`${host} takes us as a sender`)];
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const told = [code, responseCode].filter(Boolean).join(' ');
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

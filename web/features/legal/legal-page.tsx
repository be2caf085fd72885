// SPDX-License-Identifier: Apache-2.0

import type { RenderedText } from '../../lib/rendered-text.server.ts';
import { useSettings } from '../../lib/settings.ts';
import { Page } from '../../ui/page.tsx';
import '../../ui/running-text.css';

/** The terms or the privacy notice, with this installation's contact details from its settings. */
export function LegalPage({ title, intro, text }: { title: string; intro: string; text: RenderedText }) {
  const settings = useSettings();
  return (
    <Page title={title} intro={intro}>
      <div className="max-w-[46rem]">
        <div
          className="running-text"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, rendered while the page was built.
          dangerouslySetInnerHTML={{ __html: text.html }}
        />
        <section aria-labelledby="contact" className="running-text mt-14 min-h-32">
          <h2 id="contact">Contact</h2>
          {settings && (
            <p>
              {settings.brandName},{' '}
              <a
                href={`mailto:${settings.supportEmail}`}
                className="underline underline-offset-4 hover:text-text"
              >
                {settings.supportEmail}
              </a>
              ,{' '}
              <a
                href={`tel:${settings.supportPhone.replace(/[^+\d]/g, '')}`}
                className="whitespace-nowrap underline underline-offset-4 hover:text-text"
              >
                {settings.supportPhone}
              </a>
            </p>
          )}
        </section>
      </div>
    </Page>
  );
}

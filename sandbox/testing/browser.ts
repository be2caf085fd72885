// SPDX-License-Identifier: Apache-2.0

/** A minimal browser for sign-ins: it stores cookies and follows redirects within the sandbox. */
export interface TestBrowser {
  /** Stops at a page, or at the first redirect to another origin, whose address is then in `location`. */
  visit(url: string | URL, init?: RequestInit): Promise<Visit>;
}

export interface Visit {
  status: number;
  url: string;
  text: string;
  headers: Headers;
  location?: URL;
}

export function testBrowser(origin: string): TestBrowser {
  const jar = new Map<string, { value: string; path: string }>();

  const request = async (url: URL, init: RequestInit): Promise<Response> => {
    const sent = [...jar].filter(([, cookie]) => url.pathname.startsWith(cookie.path));
    const headers = new Headers(init.headers);
    headers.set('cookie', sent.map(([name, { value }]) => `${name}=${value}`).join('; '));
    headers.set('accept', 'text/html');
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keepCookie(jar, line);
    return response;
  };

  return {
    visit: async (start, init = {}) => {
      let url = new URL(start, origin);
      let response = await request(url, init);
      for (;;) {
        const target = response.headers.get('location');
        const visit = { status: response.status, url: url.href, headers: response.headers };
        if (target === null) return { ...visit, text: await response.text() };
        const location = new URL(target, url);
        if (location.origin !== origin) return { ...visit, text: '', location };
        url = location;
        response = await request(url, {});
      }
    },
  };
}

function keepCookie(jar: Map<string, { value: string; path: string }>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const [name = '', value = ''] = pair.split('=', 2);
  const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
  if (value === '') jar.delete(name);
  else jar.set(name, { value, path });
}

/** Submits the stand-in providers' page like a browser. */
export function signInForm(fields: Record<string, string>, page?: Visit): RequestInit {
  const hidden = [...(page?.text ?? '').matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, unescaped(value)],
  );
  return { method: 'POST', body: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }) };
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_entity, code) => String.fromCharCode(Number(code)));
}

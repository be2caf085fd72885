// SPDX-License-Identifier: Apache-2.0

/**
 * Shared by all frames: waits for the page's channel, which only the application's origin may send, and calls the API.
 * Text for the browser. `serve(handlers)` gets the greeting first.
 */
export const frameScript = `
const appOrigin = document.documentElement.dataset.app;
const at = (id) => document.getElementById(id);
let apiKey;
const connect = (serve) => {
  addEventListener('message', function startupMessage(event) {
    if (event.origin !== appOrigin || event.source !== parent || event.data?.sandbox !== 'connect') return;
    removeEventListener('message', startupMessage);
    const port = event.ports[0];
    apiKey = event.data.greeting.apiKey;
    const say = (event, payload) => port.postMessage({ event, payload });
    const handlers = serve(event.data.greeting, say);
    say('connected');
    port.onmessage = async ({ data: { id, method, params } }) => port.postMessage({ id, result: await handlers[method](params) });
  });
};
const toForm = (parameters) => {
  const form = new URLSearchParams();
  const put = (name, value) => {
    if (value === undefined || value === null) return;
    if (typeof value !== 'object') return form.append(name, value);
    for (const [key, part] of Object.entries(value)) put(name + '[' + key + ']', part);
  };
  for (const [name, value] of Object.entries(parameters)) put(name, value);
  return form;
};
// The answer's body, or undefined when there was none.
const request = async ({ method, path, parameters }) => {
  if (!path.startsWith('/v1/')) return undefined;
  const form = toForm(parameters);
  const isGet = method === 'GET';
  const init = { method, headers: { authorization: 'Bearer ' + apiKey }, ...(isGet ? {} : { body: form }) };
  try {
    const response = await fetch(path + (isGet ? '?' + form : ''), init);
    return await response.json();
  } catch {
    return undefined;
  }
};
`;

/** The invisible frame that calls the API for the page, so that the page reads no answers of another origin. */
export const controllerScript = `${frameScript}
connect(() => ({ request }));
`;

/** The bank's question. */
export const challengeScript = `${frameScript}
connect(({ clientSecret }, say) => {
  const [id] = clientSecret.split('_secret_');
  request({ method: 'GET', path: '/v1/payment_intents/' + id, parameters: { client_secret: clientSecret } }).then((intent) => {
    if (intent?.amount) at('amount').textContent = '$' + (intent.amount / 100).toFixed(2);
  });
  for (const button of document.querySelectorAll('button')) {
    button.addEventListener('click', async () => {
      const body = JSON.stringify({ clientSecret, outcome: button.value });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const response = await fetch('/stripe/challenge', init).catch(() => undefined);
      if (!response) { at('problem').textContent = 'No answer. Try again.'; return; }
      say('done');
    });
  }
  at('complete').focus();
  return {};
});
`;

// SPDX-License-Identifier: Apache-2.0

/**
 * The parts of `window.Stripe` that card payments with `@stripe/react-stripe-js` need. Plain text, so that it needs no
 * build. As with Stripe, card data stays in a frame of the sandbox and never enters the page. Page and frame
 * communicate over a channel that each opens only to the other's origin.
 * @param origin of the sandbox
 */
export function v3Script(origin: string): string {
  return `(() => {
'use strict';
if (window.Stripe) return;
const origin = ${JSON.stringify(origin)};
const unreachable = { type: 'api_connection_error', message: 'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.' };
const integrationError = (message) => Object.assign(new Error(message), { name: 'IntegrationError' });

// A frame of the sandbox with calls and events over a channel of its own.
const openFrame = (path, title, greeting, onEvent) => {
  const frame = document.createElement('iframe');
  frame.src = origin + path;
  frame.title = title;
  frame.allow = 'payment *';
  Object.assign(frame.style, { border: '0', display: 'block', width: '100%', colorScheme: 'light' });
  const waiting = new Map();
  let serial = 0;
  let port;
  // A frame that could not be loaded never answers the greeting.
  const connected = new Promise((resolve) => {
    frame.addEventListener('load', () => {
      const channel = new MessageChannel();
      const late = setTimeout(() => { resolve(false); onEvent('loaderror', { error: unreachable }); }, 10_000);
      channel.port1.onmessage = ({ data }) => {
        if (data.event === 'connected') {
          clearTimeout(late);
          return resolve(true);
        }
        if (data.event) return onEvent(data.event, data.payload);
        waiting.get(data.id)?.(data.result);
        waiting.delete(data.id);
      };
      frame.contentWindow.postMessage({ sandbox: 'connect', greeting }, origin, [channel.port2]);
      port = channel.port1;
    }, { once: true });
  });
  return {
    frame,
    call: async (method, params) => {
      if (!(await connected)) return undefined;
      const id = ++serial;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        port.postMessage({ id, method, params });
      });
    },
    close: () => {
      port?.close();
      frame.remove();
    },
  };
};

const createElement = (apiKey, type, options) => {
  if (type !== 'card') throw integrationError('The sandbox has no element of type ' + type + ': use card.');
  const listeners = new Map();
  const getHandlers = (name) => listeners.get(name) ?? listeners.set(name, new Set()).get(name);
  let settings = { ...options };
  let link;
  const onEvent = (name, payload) => {
    if (name === 'height') {
      if (link && payload > 0) link.frame.style.height = payload + 'px';
      return;
    }
    for (const handler of [...getHandlers(name)]) handler({ elementType: 'card', ...payload });
  };
  const needLink = () => {
    if (!link) throw integrationError('This Element is not mounted.');
    return link;
  };
  const element = {
    mount: (where) => {
      const node = typeof where === 'string' ? document.querySelector(where) : where;
      if (!node) throw integrationError('The selector you specified applies to no DOM elements.');
      if (link?.frame.parentNode === node) return;
      link?.close();
      link = openFrame('/stripe/frames/card', 'Secure card payment input frame', { apiKey, options: settings }, onEvent);
      link.frame.style.height = '1.2em';
      node.classList.add('StripeElement');
      node.replaceChildren(link.frame);
    },
    unmount: () => {
      link?.close();
      link = undefined;
    },
    destroy: () => {
      element.unmount();
      listeners.clear();
    },
    update: (next) => {
      settings = { ...settings, ...next };
      link?.call('update', settings);
    },
    on: (name, handler) => {
      getHandlers(name).add(handler);
      return element;
    },
    once: (name, handler) => {
      const one = (payload) => {
        getHandlers(name).delete(one);
        handler(payload);
      };
      return element.on(name, one);
    },
    off: (name, handler) => {
      if (handler) getHandlers(name).delete(handler);
      else listeners.delete(name);
      return element;
    },
    focus: () => void needLink().call('focus'),
    blur: () => void needLink().call('blur'),
    clear: () => void needLink().call('clear'),
    _createPaymentMethod: (billing) => needLink().call('createPaymentMethod', billing ?? {}),
  };
  return element;
};

const createElements = (apiKey) => {
  let card = null;
  const elements = {
    create: (type, options) => {
      if (card) throw integrationError('Can only create one Element of type card through this Elements object.');
      card = createElement(apiKey, type, options);
      const { destroy } = card;
      card.destroy = () => {
        card = null;
        destroy();
      };
      return card;
    },
    getElement: () => card,
    update: () => {},
    fetchUpdates: async () => ({}),
  };
  return elements;
};

const Stripe = (apiKey) => {
  if (typeof apiKey !== 'string' || !apiKey.startsWith('pk_')) throw integrationError('Please call Stripe() with your publishable key.');
  let controller;
  const api = (method, path, parameters) => {
    if (!controller) {
      controller = openFrame('/stripe/frames/controller', 'Card payments', { apiKey }, () => {});
      Object.assign(controller.frame.style, { display: 'none' });
      controller.frame.setAttribute('aria-hidden', 'true');
      document.body.append(controller.frame);
    }
    return controller.call('request', { method, path, parameters });
  };
  const toIntentId = (clientSecret) => {
    const id = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret)?.[1];
    if (!id) throw integrationError('Invalid value for the client secret: it should be in the form of {id}_secret_{secret}.');
    return id;
  };
  const intentResult = (answer) => {
    if (!answer) return { error: unreachable };
    return answer.error ? { error: answer.error } : { paymentIntent: answer };
  };
  const retrieve = async (clientSecret) =>
    intentResult(await api('GET', '/v1/payment_intents/' + toIntentId(clientSecret), { client_secret: clientSecret }));

  // The bank's question covers the page until it is answered.
  const challenge = (clientSecret) => new Promise((resolve) => {
    const before = document.activeElement;
    const overlay = openFrame('/stripe/frames/challenge', '3-D Secure challenge', { apiKey, clientSecret }, () => {
      overlay.close();
      before?.focus?.();
      resolve();
    });
    Object.assign(overlay.frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', zIndex: '2147483647' });
    document.body.append(overlay.frame);
    overlay.frame.addEventListener('load', () => overlay.frame.focus());
  });
  const afterAction = async (clientSecret) => {
    await challenge(clientSecret);
    const result = await retrieve(clientSecret);
    const { paymentIntent } = result;
    if (paymentIntent?.status !== 'requires_payment_method') return result;
    return { error: { ...paymentIntent.last_payment_error, payment_intent: paymentIntent } };
  };
  const toMethod = async ({ payment_method: given } = {}) => {
    if (given === undefined || typeof given === 'string') return { id: given };
    if (!given.card?._createPaymentMethod) throw integrationError('payment_method.card must be a card Element.');
    const made = await given.card._createPaymentMethod(given.billing_details);
    return made?.error ? { error: made.error } : made ?? { error: unreachable };
  };

  return {
    elements: () => createElements(apiKey),
    createPaymentMethod: async (input, element, more) => {
      const data = typeof input === 'string' ? { card: element, ...more } : input;
      const made = await toMethod({ payment_method: data });
      return made.error ? { error: made.error } : { paymentMethod: made };
    },
    createToken: async () => ({
      error: { type: 'invalid_request_error', message: 'The sandbox makes no tokens: use createPaymentMethod.' },
    }),
    confirmCardPayment: async (clientSecret, data, { handleActions = true } = {}) => {
      const id = toIntentId(clientSecret);
      const method = await toMethod(data);
      if (method.error) return { error: method.error };
      const parameters = { client_secret: clientSecret, ...(method.id && { payment_method: method.id }) };
      const result = intentResult(await api('POST', '/v1/payment_intents/' + id + '/confirm', parameters));
      return result.paymentIntent?.status === 'requires_action' && handleActions ? afterAction(clientSecret) : result;
    },
    handleCardAction: (clientSecret) => afterAction(clientSecret),
    retrievePaymentIntent: retrieve,
  };
};
Stripe.version = 'endive';
window.Stripe = Stripe;
})();
`;
}

// SPDX-License-Identifier: Apache-2.0

import { frameScript } from './frame-script.ts';

/** The card field: formats and checks input. Tells the page whether it is complete, but never the typed data. */
export const cardScript = `${frameScript}
const number = at('number');
const expiry = at('expiry');
const cvc = at('cvc');
const fields = [number, expiry, cvc];
const digits = (field) => field.value.replace(/\\D/g, '');
const isAmex = () => /^3[47]/.test(digits(number));
const brands = { 4: 'visa', 5: 'mastercard', 3: 'amex' };
const luhn = (text) => [...text].reverse().reduce((sum, digit, index) => {
  const value = digit * (index % 2 ? 2 : 1);
  return sum + (value > 9 ? value - 9 : value);
}, 0) % 10 === 0;
const date = () => {
  const text = digits(expiry);
  return { month: Number(text.slice(0, 2)), year: 2000 + Number(text.slice(2, 4)) };
};

// Each returns what is wrong with a field, 'incomplete_…' while it is still being typed.
const checks = new Map([
  [number, () => {
    const text = digits(number);
    if (text.length < (isAmex() ? 15 : 16)) return ['incomplete_number', 'Your card number is incomplete.'];
    return luhn(text) ? undefined : ['invalid_number', 'Your card number is invalid.'];
  }],
  [expiry, () => {
    if (digits(expiry).length < 4) return ['incomplete_expiry', "Your card's expiration date is incomplete."];
    const { month, year } = date();
    if (month < 1 || month > 12) return ['invalid_expiry_month', "Your card's expiration date is invalid."];
    return new Date(year, month, 1) > new Date() ? undefined : ['invalid_expiry_year_past', "Your card's expiration year is in the past."];
  }],
  [cvc, () => (digits(cvc).length < (isAmex() ? 4 : 3) ? ['incomplete_cvc', "Your card's security code is incomplete."] : undefined)],
]);
const toError = (fault) => fault && { type: 'validation_error', code: fault[0], message: fault[1] };
const firstFault = (list) => list.map((field) => checks.get(field)()).find(Boolean);
const isShown = (field) => {
  const fault = checks.get(field)();
  return fault && field.value !== '' && (!fault[0].startsWith('incomplete') || field !== document.activeElement);
};
const formats = new Map([
  [number, (text) => text.slice(0, isAmex() ? 15 : 16).replace(isAmex() ? /^(.{4})(.{0,6})(.*)$/ : /(.{4})(?=.)/g, isAmex() ? '$1 $2 $3' : '$1 ').trim()],
  [expiry, (text, isDeleting) => {
    const padded = /^[2-9]$/.test(text) ? '0' + text : text.slice(0, 4);
    return padded.length > 2 || (padded.length === 2 && !isDeleting) ? padded.slice(0, 2) + ' / ' + padded.slice(2) : padded;
  }],
  [cvc, (text) => text.slice(0, isAmex() ? 4 : 3)],
]);

connect(({ options }, say) => {
  let last = '';
  let from = null;
  const tell = () => {
    for (const field of fields) field.setAttribute('aria-invalid', String(Boolean(isShown(field))));
    document.body.classList.toggle('bad', fields.some(isShown));
    const state = {
      complete: !firstFault(fields),
      empty: fields.every((field) => field.value === ''),
      error: toError(firstFault(fields.filter(isShown))),
      brand: brands[number.value[0]] ?? 'unknown',
      value: { postalCode: '' },
    };
    if (JSON.stringify(state) === last) return;
    last = JSON.stringify(state);
    say('change', state);
  };
  const dress = ({ style = {}, disabled = false, hideIcon = false } = {}) => {
    const root = document.documentElement.style;
    const put = (name, value) => (value === undefined ? root.removeProperty(name) : root.setProperty(name, value));
    const { base = {}, invalid = {} } = style;
    put('--text', base.color);
    put('--placeholder', base['::placeholder']?.color);
    put('--size', base.fontSize);
    put('--family', base.fontFamily);
    put('--weight', base.fontWeight && String(base.fontWeight));
    put('--icon', base.iconColor ?? base.color);
    put('--bad', invalid.color);
    put('--bad-icon', invalid.iconColor ?? invalid.color);
    at('icon').hidden = hideIcon;
    for (const field of fields) field.disabled = disabled;
  };
  // Not once by asking: a frame that is not laid out yet has a height of 0, and stayed without any.
  new ResizeObserver(() => say('height', document.body.offsetHeight)).observe(document.body);
  for (const field of fields) {
    field.addEventListener('input', (event) => {
      field.value = formats.get(field)(digits(field), event.inputType?.startsWith('delete'));
      tell();
      const next = fields[fields.indexOf(field) + 1];
      if (next && event.inputType?.startsWith('insert') && !checks.get(field)()) next.focus();
    });
    field.addEventListener('focus', () => { if (!fields.includes(from)) say('focus'); tell(); });
    field.addEventListener('blur', (event) => { from = event.relatedTarget; if (!fields.includes(from)) say('blur'); tell(); });
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Backspace' && field.value === '') fields[fields.indexOf(field) - 1]?.focus();
      if (event.key === 'Escape') say('escape');
    });
  }
  dress(options);
  say('ready');
  return {
    update: dress,
    focus: () => number.focus(),
    blur: () => document.activeElement?.blur(),
    clear: () => {
      for (const field of fields) field.value = '';
      tell();
    },
    createPaymentMethod: async (billing) => {
      const fault = firstFault(fields);
      if (fault) {
        fields.find((field) => checks.get(field)()).focus();
        return { error: toError(fault) };
      }
      const { month, year } = date();
      const card = { number: digits(number), exp_month: month, exp_year: year, cvc: digits(cvc) };
      return request({ method: 'POST', path: '/v1/payment_methods', parameters: { type: 'card', card, billing_details: billing } });
    },
  };
});
`;

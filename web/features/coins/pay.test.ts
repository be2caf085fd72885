import type { PaymentIntentResult } from '@stripe/stripe-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Payment } from '../../../contract/coins.ts';
import { ApiError } from '../../lib/api.ts';
import { fakeStorage } from '../../lib/testing/fake-storage.ts';
import { type PaymentParties, pay, resume } from './pay.ts';
import { keptPayment, type PaymentRecord } from './payment-record.ts';

const wish = { playerId: 'ada', packageId: '0198f000-0000-7000-8000-000000000001', price: 4.5 };
const paymentIds = ['0198f000-0000-7000-8000-00000000000a', '0198f000-0000-7000-8000-00000000000b'];

const succeeded = { paymentIntent: { status: 'succeeded' } } as PaymentIntentResult;
const declined = { error: { type: 'card_error', message: 'Your card was declined.' } } as PaymentIntentResult;

const lost = { error: { type: 'api_connection_error', message: 'Connection lost.' } } as PaymentIntentResult;

/** A server that gives one intent per idempotency key, and a card provider that answers what it is told to. */
function world() {
  const intents = new Map<string, string>();
  const payments = new Map<string, Payment>();
  let keyCount = 0;
  const parties = {
    createIntent: vi.fn<PaymentParties['createIntent']>(async ({ packageId }, key) => {
      const known = intents.get(key);
      const paymentId = known ?? (paymentIds[intents.size] as string);
      intents.set(key, paymentId);
      if (!known) payments.set(paymentId, open(paymentId, packageId));
      return { clientSecret: `${paymentId}_secret`, paymentId };
    }),
    readPayment: vi.fn(async (id: string) => payments.get(id) as Payment),
    withdraw: vi.fn(async (id: string): Promise<Payment> => {
      const payment = payments.get(id) as Payment;
      if (payment.status === 'open') payments.set(id, { ...payment, status: 'failed' });
      return payments.get(id) as Payment;
    }),
    confirm: vi.fn<PaymentParties['confirm']>(async () => succeeded),
    retrieve: vi.fn<PaymentParties['retrieve']>(async () => lost),
    newKey: () => `key-${++keyCount}`,
    now: () => 0,
  };
  function change(place: number, news: Partial<Payment>): void {
    const id = paymentIds[place] as string;
    payments.set(id, { ...(payments.get(id) as Payment), ...news });
  }
  return { parties, intents, change };
}

function open(_id: string, packageTitle: string): Payment {
  return { _id, packageTitle, coins: 500, price: 4.5, status: 'open', createdAt: '2026-11-21T00:00:00.000Z' };
}

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

describe('pay', () => {
  it('asks for an intent, confirms the card and remembers what was paid', async () => {
    const { parties } = world();
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0] });
    expect(parties.confirm).toHaveBeenCalledExactlyOnceWith(`${paymentIds[0]}_secret`);
    expect(keptPayment.read()).toMatchObject({ key: 'key-1', paymentId: paymentIds[0], isPaid: true });
  });

  it('writes the key down before it asks, so that a reload in between finds it', async () => {
    const { parties } = world();
    parties.createIntent.mockImplementation(async (_offer, key) => {
      expect(keptPayment.read()).toMatchObject({ key, paymentId: null, isPaid: false });
      throw new ApiError('No response received from the server');
    });
    await pay(parties, wish);
    expect(keptPayment.read()?.key).toBe('key-1');
  });

  it('tries another card on the same intent after a decline', async () => {
    const { parties, intents } = world();
    parties.confirm.mockResolvedValueOnce(declined);
    expect(await pay(parties, wish)).toEqual({
      failure: { title: 'Payment Failed', message: 'Your card was declined.' },
    });
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0] });
    expect(intents.size).toBe(1);
  });

  const otherWish = { ...wish, packageId: paymentIds[1] as string };

  it('takes another intent for another package, and gives the first one up', async () => {
    const { parties, intents } = world();
    parties.confirm.mockResolvedValueOnce(declined);
    await pay(parties, wish);
    expect(await pay(parties, otherWish)).toEqual({ paymentId: paymentIds[1] });
    expect(parties.withdraw).toHaveBeenCalledExactlyOnceWith(paymentIds[0]);
    expect(intents.size).toBe(2);
  });

  it.each([
    ['paid', 'succeeded', { paymentId: paymentIds[0] }],
    [
      'being paid',
      'processing',
      { paymentId: paymentIds[0], notice: { title: 'Payment status: processing' } },
    ],
    [
      'not paid',
      'requires_payment_method',
      { failure: { title: 'Payment Failed', message: 'Connection lost.' } },
    ],
  ])('asks the provider where its answer was lost: it is %s', async (_what, status, outcome) => {
    const { parties } = world();
    parties.confirm.mockResolvedValueOnce(lost);
    parties.retrieve.mockResolvedValueOnce({ paymentIntent: { status } } as PaymentIntentResult);
    expect(await pay(parties, wish)).toEqual(outcome);
  });

  it('charges nothing for another package while it is unclear whether the first one is paid', async () => {
    const { parties, intents, change } = world();
    parties.confirm.mockResolvedValueOnce(lost);
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0], isUnclear: true });

    parties.withdraw.mockResolvedValueOnce(open(paymentIds[0] as string, ''));
    expect(await pay(parties, otherWish)).toMatchObject({ failure: { title: 'Payment Error' } });

    change(0, { status: 'credited' });
    expect(await pay(parties, otherWish)).toMatchObject({
      paymentId: paymentIds[0],
      notice: { title: 'Your earlier payment went through' },
    });
    expect(parties.confirm).toHaveBeenCalledTimes(1);
    expect(intents.size).toBe(1);
  });

  it('never confirms again what an earlier try has paid already', async () => {
    const { parties, change } = world();
    parties.confirm.mockRejectedValueOnce(new Error('connection lost'));
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0], isUnclear: true });
    change(0, { status: 'credited' });
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0] });
    expect(parties.confirm).toHaveBeenCalledTimes(1);
  });

  it('understands the provider when it says that the intent is paid already', async () => {
    const { parties } = world();
    parties.confirm.mockResolvedValueOnce({
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'succeeded' },
      },
    } as PaymentIntentResult);
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0] });
  });

  it.each(['requires_action', 'requires_payment_method', 'canceled'])(
    'names the status %s',
    async (status) => {
      const { parties } = world();
      parties.confirm.mockResolvedValueOnce({ paymentIntent: { status } } as PaymentIntentResult);
      expect(await pay(parties, wish)).toEqual({ failure: { title: `Payment status: ${status}` } });
      expect(keptPayment.read()?.isPaid).toBe(false);
    },
  );

  it('waits for a payment that the bank still works on', async () => {
    const { parties } = world();
    parties.confirm.mockResolvedValueOnce({ paymentIntent: { status: 'processing' } } as PaymentIntentResult);
    expect(await pay(parties, wish)).toEqual({
      paymentId: paymentIds[0],
      notice: { title: 'Payment status: processing' },
    });
    expect(keptPayment.read()?.isPaid).toBe(true);
  });

  it.each([undefined, {}, { clientSecret: 'x' }, { paymentId: paymentIds[0] }])(
    'refuses %j as an intent',
    async (answer) => {
      const { parties } = world();
      parties.createIntent.mockResolvedValueOnce(answer as never);
      expect(await pay(parties, wish)).toEqual({
        failure: {
          title: 'Payment Error',
          message: 'Invalid response from payment intent API',
          error: expect.any(Error),
        },
      });
      expect(parties.confirm).not.toHaveBeenCalled();
    },
  );

  it('says that an error occurred where nothing more is known', async () => {
    const { parties } = world();
    parties.createIntent.mockRejectedValueOnce(new Error());
    expect(await pay(parties, wish)).toEqual({
      failure: {
        title: 'Payment Error',
        message: 'An error occurred. Please try again.',
        error: expect.any(Error),
      },
    });
  });

  it('names the price on the button, so that another one is refused', async () => {
    const { parties } = world();
    await pay(parties, wish);
    expect(parties.createIntent.mock.calls).toEqual([
      [{ packageId: wish.packageId, discountedPrice: 4.5 }, 'key-1'],
    ]);
  });

  it('begins anew where the old payment was given up', async () => {
    const { parties, intents, change } = world();
    parties.confirm.mockResolvedValueOnce(declined);
    await pay(parties, wish);
    change(0, { status: 'failed' });
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[1] });
    expect(intents.size).toBe(2);
  });

  it.each([
    ['forgets the key after a clear refusal', 409, null],
    ['keeps it after a fault of the server', 503, 'key-1'],
    ['keeps it where there were too many requests', 429, 'key-1'],
    ['keeps it where the session ended meanwhile', 401, 'key-1'],
  ])('%s', async (_, status, key) => {
    const { parties } = world();
    parties.createIntent.mockRejectedValueOnce(new ApiError('No.', status, 'package_unavailable'));
    expect(await pay(parties, wish)).toMatchObject({ failure: { title: 'Payment Error', message: 'No.' } });
    expect(keptPayment.read()?.key ?? null).toBe(key);
  });
});

describe('resume', () => {
  async function interrupted() {
    const made = world();
    made.parties.confirm.mockRejectedValueOnce(new Error('reloaded'));
    await pay(made.parties, wish);
    const record = keptPayment.read() as PaymentRecord & { paymentId: string };
    return { ...made, record };
  }
  const retrieve = (status: string) =>
    vi.fn(async () => ({ paymentIntent: { status } }) as PaymentIntentResult);

  it.each([
    ['succeeded', 'paid', true],
    ['processing', 'paid', true],
    ['requires_payment_method', 'unpaid', false],
    ['requires_action', 'unpaid', false],
  ])('finds a payment that is %s at the provider: %s', async (status, found, isPaid) => {
    const { parties, record } = await interrupted();
    expect(await resume({ ...parties, retrieve: retrieve(status) }, record)).toBe(found);
    expect(keptPayment.read()?.isPaid).toBe(isPaid);
    expect(parties.createIntent).toHaveBeenLastCalledWith(
      { packageId: wish.packageId, discountedPrice: 4.5 },
      'key-1',
    );
  });

  it('does not ask the provider about what the server knows', async () => {
    const { parties, record, change } = await interrupted();
    change(0, { status: 'credited' });
    const ask = retrieve('succeeded');
    expect(await resume({ ...parties, retrieve: ask }, record)).toBe('paid');
    expect(ask).not.toHaveBeenCalled();
  });

  it('forgets what was given up, and what is not this player’s', async () => {
    const { parties, record, change } = await interrupted();
    change(0, { status: 'failed' });
    expect(await resume({ ...parties, retrieve: retrieve('canceled') }, record)).toBe('unpaid');
    expect(keptPayment.read()).toBeNull();

    keptPayment.write(record);
    parties.readPayment.mockRejectedValueOnce(new ApiError('This does not exist.', 404, 'not_found'));
    expect(await resume({ ...parties, retrieve: retrieve('') }, record)).toBe('unknown');
    expect(keptPayment.read()).toBeNull();
  });

  it.each([401, 429, 500])(
    'keeps the key where the answer %i says nothing of the payment',
    async (status) => {
      const { parties, record } = await interrupted();
      parties.readPayment.mockRejectedValueOnce(new ApiError('Not now.', status));
      expect(await resume(parties, record)).toBe('unknown');
      expect(keptPayment.read()?.key).toBe('key-1');
    },
  );

  it('does not know without an answer, and keeps the key', async () => {
    const { parties, record } = await interrupted();
    const failing = vi.fn(async () => ({ error: { type: 'api_error' } }) as PaymentIntentResult);
    expect(await resume({ ...parties, retrieve: failing }, record)).toBe('unknown');
    expect(keptPayment.read()?.key).toBe('key-1');
  });
});

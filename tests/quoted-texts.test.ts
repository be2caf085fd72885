// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * Every text that the product specification quotes, by the browser test that finds it on its screen. Where it has a part
 * that changes, or is written otherwise in the test, the second one is what the test looks for.
 */
const found: Record<string, (string | [quoted: string, lookedFor: string])[]> = {
  'admin-alerts': [
    'Gift Card Purchase Alerts',
    'No new gift card purchase requests.',
    [
      'Do you want to mark this gift card as delivered/not delivered?',
      'Do you want to mark this gift card as not delivered?',
    ],
    'Failed to fetch gift card requests',
    'Failed to update gift card status',
    'Updated successfully',
  ],
  'admin-audit-log': ['User updated successfully'],
  'admin-challenges': ['Description is required', 'No response received from the server'],
  'admin-coins': [
    'ADD COIN',
    'No coins found',
    'Title is required',
    'Coins amount must be at least 1',
    'Original price must be greater than 0',
    'Discount percentage must be 0 or greater',
    'Discount percentage cannot exceed 100',
    'Coin created successfully',
    'Coin deleted successfully',
    'Coin updated successfully',
    'Coin status updated successfully',
  ],
  'admin-event-rewards': [
    'Create Event',
    'Completed',
    'Rewards Sent',
    'Once sent, rewards cannot be reverted.',
    'Failed to send rewards',
    'already',
    'Event created',
    'Rewards sent successfully',
  ],
  'admin-events': [
    'No events created yet.',
    'Title and Type are required',
    'Start and end dates are required',
    'Please provide at least 3 rewards',
    'You can provide up to 10 rewards',
    'Failed to fetch events',
    'Failed to delete event',
    'Failed to update event',
    'Failed to save event',
    'Event updated',
    'Event deleted successfully',
  ],
  'admin-gift-cards': [
    'ADD GIFTCARD',
    'No gift cards found',
    'GC Coin value is required',
    'Coin value must be at least 1',
    'Please select an image',
    'Something went wrong',
    'Gift card created successfully',
    'Deleted successfully',
  ],
  'admin-giveaways': ['Create Giveaway', 'No giveaways found', 'Created successfully'],
  'admin-roles': ['No roles found', 'Role name is required.'],
  'admin-users': ['No users found', 'User deleted successfully'],
  blog: ['Article Not Found', "The article you're looking for doesn't exist."],
  coins: [
    ['Purchase {product}', 'Purchase FinalRing'],
    [`Pay \${price}`, 'Pay $'],
    'Powered by',
    'Stripe has not loaded yet. Please try again.',
    'Failed to fetch pricing options',
    'Invalid response from payment intent API',
    'Payment Failed',
    'Payment Error',
  ],
  'coins-packages': [['coins – $ original (-discount% = discounted$)', '500 – $ 5.00 (-5% = 4.75$)']],
  'coins-screens': ['Please select a package'],
  failures: [
    ['Error loading challenges: {message}', 'Error loading challenges: No response'],
    'No past challenges found',
    'You have not purchased any gift card yet.',
    ['Error', "toast: 'Error'"],
    'Failed to fetch past challenges',
    ['Error loading past challenges: {message}', 'Error loading past challenges: No response'],
    'Failed to fetch profile',
    ['Error loading profile: {message}', 'Error loading profile: No response'],
    'Failed to fetch transactions',
    ['Error loading transactions: {message}', 'Error loading transactions: No response'],
  ],
  'first-load': ['Challenge Status'],
  home: ['Loading challenges...', 'Product List'],
  keyboard: ['Continue With Gmail', 'Enter Challenge'],
  'main-job': [
    ['Finish Top {requiredPlacement} AND Kill {requiredKills} opponents', 'Finish Top 10 AND Kill'],
    'Check Past Challenges',
    'Challenge started successfully!',
    'Please accept the terms and conditions',
    'Please enter your Epic ID',
  ],
  profile: [
    'Failed to generate token',
    'Token not received from server.',
    'Discord token copied!',
    'Referral link copied!',
  ],
  'quoted-texts': [
    'SignIn to Continue',
    'Continue With Discord',
    'Sign Up to Continue',
    'Guest',
    'Fortnite Challenge',
    ['Inactive', "name: 'Inactive', exact"],
    ['Coming Soon', "name: 'Coming Soon', exact"],
    ['Enter Challenge ({fee})', `Enter Challenge (\${fee})`],
    'Please select a challenge variant',
    'Starting...',
    'Showing 1–12 of 15 results',
    ['Gift Card', "name: 'Gift Card', exact"],
    'Not completed',
    'Start your first challenge to see your history here!',
    'Loading past challenges...',
    ['Top n + n Kills', 'Top \\d+ \\+ \\d+ Kills'],
    'Admin Dashboard',
    'Search Here..',
    'Challenge started! Please enter a match and play the game.',
    'Attempt ID not found in response',
    'Authentication token not found.',
    'Failed to fetch challenges',
    'Failed to start challenge',
    'Failed to check challenge status',
    ['Payment status: {status}', 'Payment status: requires_capture'],
    'An error occurred. Please try again.',
    'Failed to copy token',
    'Failed to copy',
  ],
  shop: ['Processing...', 'Browse Gift Cards', 'Something went wrong during purchase'],
  'shop-cart': ['Purchase Now', 'Your cart is empty'],
  'shop-screens': ['No gift cards available.', 'Loading gift cards...', ['Cart (n)', 'Cart (2)']],
  'sign-in': ['You were invited'],
  'status-check': [
    [
      "Challenge {status, underscores as spaces} – don't forget to complete it!",
      "– don't forget to complete it!",
    ],
    ['Close', "name: 'Close'"],
    [
      'Congratulations! You won your last challenge "{description}" and earned {reward} GC!',
      'Congratulations! You won your last challenge',
    ],
  ],
  transactions: ['No transactions found.', 'Success'],
};

it.each(Object.entries(found))('the browser test %s looks for the texts that are quoted', (file, texts) => {
  const source = readFileSync(new URL(`e2e/${file}.spec.ts`, import.meta.url), 'utf8');
  const spoken = source.replaceAll("\\'", "'");
  const missing = texts
    .map((text) => (typeof text === 'string' ? text : text[1]))
    .filter((text) => !spoken.includes(text));
  expect(missing).toEqual([]);
});

it('counts all of them', () => {
  expect(new Set(Object.values(found).flat().map(String)).size).toBe(132);
});

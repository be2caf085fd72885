// SPDX-License-Identifier: Apache-2.0

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * Texts that the product specification gives word for word, by its sections. `{}` stands for what differs from case
 * to case. They are looked for in the sources of the web app and of what it shares with the server.
 */
const texts: Record<string, readonly string[]> = {
  'sign-in (2.2-2.4)': [
    'SignIn to Continue',
    'Continue With Gmail',
    'Continue With Discord',
    'Sign Up to Continue',
    'You were invited',
    'Continue with Google',
    'Continue with Discord',
  ],
  'header and profile panel (2.5)': [
    'Challenges',
    'About Us',
    'Blogs',
    'TRADE COINS',
    'Shop',
    'Cart',
    'Logout',
    "– don’t forget to complete it!|– don't forget to complete it!",
    'Guest',
    'My Profile',
    'Past Challenges',
    'Past Transactions',
    'Dashboard',
  ],
  'home page (2.6)': [
    'Buy Coins Now',
    'View Challenges',
    'Gaming',
    'Skills',
    'Guide',
    'Research',
    'Getting Started',
    'Pro Tips',
    'Read More',
  ],
  'challenges and entry (2.7, 4.1, 5, 8.2)': [
    'Loading challenges...',
    'Error loading challenges: {}',
    'Fortnite Challenge',
    'Enter Challenge',
    'Inactive',
    'Coming Soon',
    'Finish Top {} AND Kill {} opponents',
    'Condition',
    'Reward (GC)',
    'Important Notice',
    'Cancel',
    'Please select a challenge variant',
    'Please accept the terms and conditions',
    'Please enter your Epic ID',
    'Terms & Conditions|Terms &amp; Conditions',
    'Stats Visibility',
    'Challenge Rules',
    'Refund Policy',
    'Back',
    'Starting...',
    'Challenge Status',
    'Check Past Challenges',
    'Close',
    'Challenge started successfully!',
    'Challenge started! Please enter a match and play the game.',
    'Attempt ID not found in response',
    'Congratulations! You won your last challenge "{}" and earned {} GC!',
    'Failed to fetch challenges',
    'Failed to start challenge',
    'Failed to check challenge status',
    'Authentication token not found.',
    'No response received from the server',
    'Something went wrong',
  ],
  'shop and cart (2.8, 2.9, 5, 8.2)': [
    'Product List',
    'Showing {}–{} of {} results',
    'Refresh',
    'Gift Card',
    'NEW',
    'ADD TO CART',
    'No gift cards available.',
    'Loading gift cards...',
    'Cart ({})',
    'Product',
    'Price',
    'Quantity',
    'Subtotal',
    'Actions',
    'Remove',
    'Total Items',
    'Total Price',
    'Purchase Now',
    'Processing...',
    'Your cart is empty',
    'Browse Gift Cards',
    'Something went wrong during purchase',
  ],
  'coin packs (2.10, 5, 8.2)': [
    'Purchase {}',
    'Powered by',
    'Please select a package',
    'Stripe has not loaded yet. Please try again.',
    'Failed to fetch pricing options',
    'Invalid response from payment intent API',
    'Payment Failed',
    'Payment status: {}',
    'Payment Error',
    'An error occurred. Please try again.',
  ],
  'past challenges (2.11, 8.2)': [
    'Challenge',
    'Type',
    'Epic ID',
    'Status',
    'Entry Fee',
    'Reward Earned',
    'Started At',
    'Completed At',
    'Not completed',
    'Total Attempts',
    'Successful',
    'Failed',
    'Total Earned',
    'Performance Details',
    'No past challenges found',
    'Start your first challenge to see your history here!',
    'Loading past challenges...',
    'Failed to fetch past challenges',
    'Error loading past challenges: {}',
  ],
  'profile (2.12, 8.2)': [
    'Linked',
    'Not Linked',
    'Generate Token',
    'Verified',
    'Member Since',
    'Gamer Coins',
    'Referral Tokens',
    'Total Referrals',
    'Invited Users',
    'Wins',
    'Loss',
    'Total Challenges',
    'You have not purchased any gift card yet.',
    'Failed to fetch profile',
    'Error loading profile: {}',
    'Failed to generate token',
    'Token not received from server.',
    'Failed to copy token',
    'Failed to copy',
    'Discord token copied!',
    'Referral link copied!',
  ],
  'transactions (2.13, 8.2)': [
    'Total Spent',
    'Total Earned',
    'Net Balance',
    'Total Transactions',
    'Challenge Entry',
    'Challenge Reward',
    'Challenge Refund',
    'Purchase',
    'Admin Credit',
    'No transactions found.',
    'Failed to fetch transactions',
    'Error loading transactions: {}',
  ],
  'articles (2.14)': [
    'Article Not Found',
    "The article you're looking for doesn't exist.|The article you’re looking for doesn’t exist.|The article you&apos;re looking for doesn&apos;t exist.",
    'Back to Home',
  ],
  'dashboard (2.15, 4.5, 5, 8.3)': [
    'Admin Dashboard',
    'Search Here..',
    'ADD GIFTCARD',
    'No gift cards found',
    'ADD COIN',
    'No coins found',
    'No users found',
    'No roles found',
    'Gift Card Purchase Alerts',
    'No new gift card purchase requests.',
    'Create Event',
    'No events created yet.',
    'Rewards Sent',
    'Create Giveaway',
    'No giveaways found',
    'Once sent, rewards cannot be reverted.',
    'Title is required',
    'Description is required',
    'GC Coin value is required',
    'Coin value must be at least 1',
    'Please select an image',
    'Coins amount must be at least 1',
    'Original price must be greater than 0',
    'Discount percentage must be 0 or greater',
    'Discount percentage cannot exceed 100',
    'Role name is required.',
    'Title and Type are required',
    'Start and end dates are required',
    'Please provide at least 3 rewards',
    'You can provide up to 10 rewards',
    'Failed to fetch gift card requests',
    'Failed to update gift card status',
    'Failed to fetch events',
    'Failed to delete event',
    'Failed to update event',
    'Failed to save event',
    'Failed to send rewards',
    'Gift card created successfully',
    'Coin created successfully',
    'Coin deleted successfully',
    'Coin updated successfully',
    'Coin status updated successfully',
    'User deleted successfully',
    'User updated successfully',
    'Event created',
    'Event updated',
    'Event deleted successfully',
    'Rewards sent successfully',
    'Created successfully',
    'Updated successfully',
    'Deleted successfully',
  ],
};

const root = fileURLToPath(new URL('../', import.meta.url));
const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);

function sourcesBelow(folder: string): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
    .join('\n');
}

/** Without the line breaks and `{' '}` that formatting puts into a text. */
const sources = ['web', 'contract']
  .map(sourcesBelow)
  .join('\n')
  .replace(/\{' '\}/g, ' ')
  .replace(/\s+/g, ' ')
  .replaceAll("\\'", "'");

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A whole text in quotes or between tags, not a part of another. */
function isWhole(text: string): boolean {
  return new RegExp(`['"\`>}]\\s*${escaped(text)}\\s*['"\`<{]`).test(sources);
}

/** One of the spellings; of those with `{}` every fixed part. */
function isFound(text: string): boolean {
  return text.split('|').some((spelling) =>
    spelling.includes('{}')
      ? spelling
          .split('{}')
          .filter((part) => part.trim())
          .every((part) => sources.includes(part))
      : isWhole(spelling),
  );
}

describe.each(Object.entries(texts))('the wording of %s', (_section, list) => {
  it.each(list)('%s', (text) => {
    expect(isFound(text)).toBe(true);
  });
});

/** Without comments. */
const codeOf = (source: string) => source.replace(/\/\*.*?\*\//gs, '').replace(/(?<=^|\s)\/\/.*/gm, '');
const quoted = ["don't forget to complete it!", "The article you're looking for doesn't exist."];

it('every apostrophe on a screen is ’, except in texts that the specification quotes', () => {
  const ours = quoted.reduce((rest, text) => rest.replaceAll(text, ''), codeOf(sourcesBelow('web')));
  expect(ours.match(/\b\w*[a-z]'(?:d|ll|m|re|s|t|ve)\b/g) ?? []).toEqual([]);
});

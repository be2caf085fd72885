// SPDX-License-Identifier: Apache-2.0

import { type Markup, markup, type Page, page } from '../pages.ts';

interface SignInPage {
  provider: 'Google' | 'Discord';
  /** The address that the form posts to. */
  action: string;
  /** Hidden fields. */
  hidden?: Record<string, string>;
  /** Filled in again after a mistake. */
  filled?: Partial<Record<'email' | 'name' | 'account', string>> & { isEmailVerified?: boolean };
  problem?: string;
  appUrl: string;
}

/** A stand-in provider's only page: who signs in, a button to continue and one to refuse. */
export function signInPage({
  provider,
  action,
  hidden = {},
  filled = {},
  problem,
  appUrl,
}: SignInPage): Page {
  const carried = Object.entries(hidden).map(
    ([name, value]): Markup => markup`<input type="hidden" name="${name}" value="${value}">`,
  );
  const body = markup`<h1>Sign in with ${provider}</h1>
<p>Any address can sign in. The same address opens the same account, unless you enter another account below.</p>
<p class="alert" role="alert">${problem}</p>
<div class="card cut"><form method="post" action="${action}" class="stack">${carried}
<div><label for="email">Email</label>
<input id="email" name="email" inputmode="email" required maxlength="320" autocomplete="email" autocapitalize="off" autofocus value="${filled.email}"></div>
<div><label for="name">Name</label>
<input id="name" name="name" required maxlength="80" autocomplete="name" value="${filled.name}"></div>
<div class="check"><input id="verified" name="emailVerified" type="checkbox"${filled.isEmailVerified === false ? '' : markup` checked`}>
<label for="verified">Verified email</label></div>
<details${filled.account ? markup` open` : ''}><summary>Changed or recycled address</summary>
<label for="account">Account</label>
<input id="account" name="account" maxlength="254" autocomplete="off" value="${filled.account}" aria-describedby="account-hint">
<p id="account-hint">To simulate a changed address, enter the account’s first address. To simulate a recycled
address, enter any new name. Leave it empty to use the address above.</p></details>
<div class="actions"><button name="decision" value="continue">Continue</button>
<button class="ghost" name="decision" value="cancel" formnovalidate>Cancel</button></div>
</form></div>`;
  return page({ title: `Sign in with ${provider}`, body, formTargets: [new URL(appUrl).origin] });
}

/** Shown instead of a redirect if the request itself can't be trusted (unknown client, wrong return address). */
export function refusalPage(provider: string, problem: string, appUrl: string): Page {
  const body = markup`<h1>${provider} can’t sign you in</h1><p>${problem}</p>
<p><a href="${appUrl}">Back to the application</a></p>`;
  return page({ title: `${provider} error`, body });
}

// SPDX-License-Identifier: Apache-2.0

/** When to use each call of players and visitors, by operation id. */
export const usesForPlayers: Record<string, string> = {
  postAuthExchange:
    'Call this once after Google or Discord sends the browser back with authToken. The same browser must send its sign-in cookie.',
  postAuthKeepAccount:
    'Call this when an exchange answers account_leaving and the player wants to stay. Send the same token and cookie.',
  postAuthLogout: 'Call this when the player logs out. Other sessions stay signed in.',
  getAuthGetProfile: 'Call this after sign-in, and whenever you need the balance, level or account details.',
  postAuthGenerateDiscordToken:
    'Call this when the player wants to link Discord. The token works once, within ten minutes.',
  getAchievements: 'Use this to show reached achievements, their dates and the progress towards the others.',
  getChallengeAttemptsByIdProgress:
    'Poll this while an attempt runs: readings so far, the next one, and whether we saw a match.',
  postChallengeAttemptsByIdReadNow:
    'Call this after the match ends, to get the result sooner. Each attempt allows a few of these.',
  postBrowserErrors: 'Our pages call this when a script fails. We never store whose page it was.',
  getChallengeGetAll: 'Call this first, to choose a challenge and a variant. Open challenges come first.',
  postChallengeStart:
    'Call this when the player confirms. It checks the game account, takes the entry fee and starts the attempt.',
  postChallengePractice: 'Offer this once before the first challenge. It is free and counts for nothing.',
  postChallengeCheckAccount:
    'Call this before an entry, to find spelling mistakes and private stats. It stores nothing.',
  getChallengeMyAttempts: 'Use this for the history, and to find an attempt’s id for its receipt.',
  getChallengeAttemptsByIdReceipt:
    'Use this to show all readings and the decision. Administrators with challenges:read or disputes:read can get any receipt.',
  getTradeCoinGetAllCoins: 'Call this to show prices, cheapest first. No sign-in needed.',
  postTransactionCreateIntent:
    'Call this once the player has chosen packages. Then confirm the card with the answer’s client secret.',
  getTransactionPaymentsById:
    'Poll this after the card was confirmed, until the coins are credited or the payment failed.',
  postTransactionPaymentsByIdWithdraw:
    'Call this when the player gives up. The answer says if it was paid after all.',
  getAuthExport: 'Poll this after asking for an export. It also says how many you can still ask for today.',
  postAuthExport: 'Call this when players want all data we hold about them. Only one export runs at a time.',
  getAuthExportByIdArchive:
    'Call this once the export is ready: a zip file with JSON and CSV for each section.',
  getChallengeAttemptsByIdDispute: 'Use this to show whether a result is disputed, or until when it can be.',
  postChallengeAttemptsByIdDispute:
    'Call this once per result, while there is time. A person reviews the receipt and decides.',
  getFriends:
    'Use this for the friends page: friends, requests in both directions, your link and your choices.',
  postFriendsRequests:
    'Call this with a handle. If they already asked you, you become friends. Repeating it changes nothing.',
  postFriendsRequestsByIdAccept: 'Call this when the player accepts. Both appear on each other’s boards.',
  postFriendsRequestsByIdDecline:
    'Use this to decline for 30 days, or to block the player. We don’t notify them.',
  deleteFriendsRequestsById: 'Use this while the other player hasn’t answered.',
  deleteFriendsBlocksById:
    'Use this to let a blocked player ask again, 30 days after you declined. We don’t notify them.',
  deleteFriendsById: 'Use this to end a friendship. We don’t notify them.',
  putFriendsLink: 'Use this to share an invitation that works for 7 days. An earlier link stops working.',
  deleteFriendsLink: 'Use this when the link reached the wrong people. It stops working immediately.',
  getFriendsLinksById: 'Call this when a player opens a link, to show who invites them.',
  postFriendsLinksByIdAccept: 'Call this when the player agrees to become friends with the link’s owner.',
  putFriendsChoices: 'Use this to choose whether friends are notified of your wins, and you of theirs.',
  getGiveaways:
    'With giveaways:read this answers as /giveaways/all, otherwise as /giveaways/mine. New clients call those directly.',
  getGiveawaysMine:
    'Use this to show running, coming and finished giveaways, and whether the player entered.',
  postGiveawaysByIdEnter: 'Call this when the player enters. It is free and counts once.',
  getGiveawaysByIdDraw: 'Use this to check a draw yourself. It has the seed, the terms and the winners.',
  getGiveawaysByIdDrawEntrants:
    'Use this to check a draw. One entry per line; the file’s SHA-256 is entrantsHash and never changes.',
  getLanding: 'Use this without a session to show open challenges, welcome coins and gift cards.',
  getLeaderboard: 'Use this to show a period’s players in order, and the places around the caller.',
  getLeaderboardPublic: 'Use this without a session. It refreshes every half minute.',
  getLeaderboardStreak: 'Use this to show how many days in a row the player has played, and the best streak.',
  getNotificationsSettings: 'Use this before you show switches for topics, devices, mail and quiet hours.',
  putNotificationsSettings: 'Use this when the player changes topics, the daily mail or quiet hours.',
  putNotificationsDevices:
    'Call this after the browser grants permission. It lasts as long as the session; repeating it changes nothing.',
  deleteNotificationsDevicesById: 'Use this to stop notifications on one device.',
  postNotificationsSilence: 'Use this to stop all devices and the daily mail with one call.',
  postNotificationsUnsubscribeByToken:
    'Mail programs call this with the token of the mail. No sign-in needed.',
  getNotifications: 'Use this to fill the bell’s list, page by page.',
  postNotificationsRead: 'Call this with the newest one the player saw. Repeating it changes nothing.',
  getAuthSessions: 'Use this to show where the player is signed in. This session comes first.',
  postAuthSessionsEndOthers: 'Call this when a device is lost. This session stays.',
  postAuthDeleteAccount:
    'Call this after the player confirms. All sessions end now, and the data is erased days later.',
  postAuthSecondFactorPasskeysStart:
    'Pass the answer to the browser. It works once in this session, and expires after minutes.',
  postAuthSecondFactorPasskeysFinish:
    'Call this with the browser’s answer. Only this answer shows the recovery codes, with the first factor.',
  postAuthSecondFactorPasskeysRequest:
    'Call this before you confirm a session with a passkey. The answer works once and expires after minutes.',
  patchAuthSecondFactorPasskeysById: 'Use this so players recognise their devices.',
  deleteAuthSecondFactorPasskeysById:
    'Use this when a device is lost. Removing the last factor deletes the recovery codes.',
  getChallengePerformance: 'Use this for charts of results by day and kind of challenge, and for bests.',
  getPlayersByHandle: 'Use this to show what a player shares. For your own handle it shows what others see.',
  putPlayersChoices: 'Use this when the player changes what others may see.',
  getEvents:
    'With events:read this answers as /events/all, otherwise as /events/mine. New clients call those directly.',
  getEventsMine: 'Use this to show active, coming and finished events to a player.',
  getEventsByIdBoard: 'Use this for ACTIVITY_WEEKLY events: the first places and the caller’s own.',
  getAuthHandleCheck: 'Call this while the player types. It reserves nothing.',
  putAuthHandle: 'Call this at most once in 30 days. Sending the current handle again always works.',
  putAuthAvatar: 'Use this at any time to pick one of the drawn avatars.',
  getReferralsInvitationsByCode:
    'Call this when a visitor opens an invitation. It answers not_found for unknown codes.',
  getReferrals: 'Use this to show who signed up, newest first, and whether they count.',
  getPlay: 'Call this before entries and payments, to know what stops the player.',
  postPlayStatement: 'Call this once per player. Only support can correct it later.',
  putPlayLimits: 'Use this to lower a limit now, or to raise it after a day.',
  postPlayPause: 'Use this to stop entries and card payments for a time. Nobody can end it early.',
  postPlayTerms: 'Call this with the version that the player read.',
  getSavedViews: 'Use this to show the caller’s own and shared views of dashboard lists.',
  postSavedViews: 'Use this to keep a list’s search, filters and order. You need permission to see the list.',
  putSavedViewsById: 'Use this to rename, share or update a view.',
  deleteSavedViewsById: 'Use this to delete a view. The list stays.',
  getSealsHead: 'Call this first to verify the sealed ledger.',
  getSealsHeads: 'Use this to follow all heads. Pass a page’s last size as after.',
  getSealsConsistency: 'Use this to check that nothing was rewritten (RFC 9162, 2.1.4).',
  getSealsInclusion: 'Use this to check entry index, counted from 0 (RFC 9162, 2.1.3).',
  getSealsLeaves: 'Use this to build the tree yourself. Hashes are salted.',
  getSealsEntries: 'Use this to check your own transfers.',
  getAuthSecondFactor: 'Use this to see what is set up, and what this session has confirmed.',
  postAuthSecondFactorConfirm:
    'Call this when a call answers second_factor_required. Each passkey answer and code works once.',
  postAuthSecondFactorAppStart: 'Call this to get a secret for the app. It counts after you confirm a code.',
  postAuthSecondFactorAppFinish:
    'Call this with the app’s first code. Only this answer shows the recovery codes, the first time.',
  deleteAuthSecondFactorApp:
    'Use this when the app is lost or replaced. Removing the last factor deletes the recovery codes.',
  postAuthSecondFactorRecoveryCodes:
    'Use this when the codes are lost or used up. All earlier codes stop working.',
  getConfig: 'Call this at startup: brand, sign-in ways and other settings that pages need.',
  getChallengeSharedById: 'Use this without a session to show a shared result.',
  getChallengeAttemptsByIdShare:
    'Use this to know whether a receipt is shared. The answer is null if it isn’t.',
  putChallengeAttemptsByIdShare:
    'Call this to create the link, or to change what it shows. The link stays the same.',
  deleteChallengeAttemptsByIdShare: 'Use this to stop sharing. The link stops working immediately.',
  getGiftCardGet: 'Call this to show the shop, newest first.',
  getGiftCardGetById:
    'Use this for a card’s page: region, how to redeem, and related cards. It also answers for cards off sale.',
  putGiftCardByIdRestockAlert:
    'Use this when a card is sold out. We notify once. Repeating the call changes nothing.',
  deleteGiftCardByIdRestockAlert:
    'Use this when the player no longer waits. It does nothing if there was no alert.',
  postCartCheckout: 'Call this when the player confirms. We sell everything or nothing.',
  postGiftCardBuyGiftCardById: 'Use this to buy a single card at its current price.',
  getGiftCardPurchases: 'Use this to show bought cards and their delivery.',
  postGiftCardPurchasesByIdReveal: 'Call this when the buyer wants to see the code. We record each use.',
  getAuthSignIns: 'Use this to show linked Google and Discord accounts, earliest first.',
  deleteAuthSignInsByProvider: 'Use this after a recent sign-in. It ends all other sessions.',
  postAuthSeparateAccount:
    'Call this when the sign-in’s e-mail address belongs to an account, but the player wants a new one. Send the same cookie.',
  getStatus: 'Use this without a session: each part’s state and recent incidents.',
  getTransactionHistory: 'Use this for the wallet: summary, breakdown and history, newest first.',
  getHealthz: 'Use this as a liveness check. It shows only that the process answers.',
  getReadyz: 'Use this as a health check of load balancers. It fails without a database, or at a stop.',
  getMetrics: 'Let Prometheus scrape this, with METRICS_TOKEN as the bearer token.',
  getLive: 'Keep this stream open while the player is signed in, to update pages without polling.',
  postStripeWebhook: 'Enter this address at Stripe. Only Stripe calls it.',
  getNotificationsUnsubscribeByToken: 'Browsers open this from a mail. It changes nothing.',
  getAuthGoogle: 'Send the browser here to sign in with Google.',
  getAuthGoogleCallback: 'Enter this address at Google. Only browsers that come from Google open it.',
  getAuthDiscord: 'Send the browser here to sign in with Discord.',
  getAuthDiscordCallback: 'Enter this address at Discord. Only browsers that come from Discord open it.',
  postDiscordInteractions: 'Enter this address at Discord. Only Discord calls it.',
  getRByIdPictureJpg: 'Chats and social networks fetch this for a shared receipt.',
  getGiveawaysByIdPictureJpg: 'Chats and social networks fetch this for a giveaway.',
  getReferralsByCodePictureJpg: 'Chats and social networks fetch this for an invitation.',
};

// SPDX-License-Identifier: Apache-2.0

/** When to use each call that requires a permission, by operation id. */
export const usesForAdministrators: Record<string, string> = {
  getApprovals: 'Use this to review waiting changes, soonest to expire first, or decided ones, newest first.',
  getApprovalsWaiting: 'Use this for a badge: how many changes wait, and how many of them you can approve.',
  postApprovalsByIdApprove:
    'Call this after reviewing the change. It runs once, exactly as it was asked for.',
  postApprovalsByIdRefuse:
    'Call this to stop a change of someone else, or to take back your own. It is then never carried out.',
  getAuditLog: 'Use this to find out who changed what, or who looked at a gift-card code.',
  getBooks:
    'Use this for accounting: money, fees, cost of codes, coins by reason, and coins owed to players.',
  getBooksOutstanding: 'Use this to know how many coins players held at the end of a day (UTC).',
  getChallengeAll: 'Use this in the dashboard. Open challenges come first, with their variants and entries.',
  postChallengeCreate: 'Use this to offer a new challenge. Estimate its variants first.',
  putChallengeUpdateById:
    'Use this to change text, variants or fees for new entries. Running attempts keep their terms.',
  patchChallengeByIdActive: 'Use this to stop or resume entries without changing anything else.',
  deleteChallengeDeleteById: 'Use this to remove a challenge from every list. Running attempts still finish.',
  getChallengeAttempts: 'Use this to find attempts by player, status or practice, page by page.',
  postChallengeAttemptsByIdVoid:
    'Use this after an error or cheating. A running attempt is cancelled with its full fee back; a paid win is reversed.',
  postChallengeEstimate:
    'Call this before you save a variant: expected win rate, payout and worst case from stored results.',
  getOverviewCoinLimits: 'Use this to see how many coins each source may still create today.',
  postOverviewCoinLimitsRaise:
    'Use this when a limit blocks planned work. A second administrator has to approve it.',
  getTradeCoin: 'Use this in the dashboard. Packages on sale come first.',
  postTradeCoinCreate: 'Use this to offer a new package of coins.',
  putTradeCoinById:
    'Use this to change title, coins or price. Payments that already started keep their price.',
  patchTradeCoinByIdDeactivate: 'Use this to pause or resume sales without deleting the package.',
  deleteTradeCoinById: 'Use this to remove a package from every list. Its payments stay.',
  getChallengeDisputes: 'Use this to review disputed results. Waiting ones come first, by promised time.',
  getChallengeWaitingDisputes: 'Use this for a badge: how many disputes wait, and how many are overdue.',
  postChallengeDisputesByIdDecide:
    'Call this after reviewing the receipt. The result stays, or counts as won with everything that follows.',
  getFairPlayPlayers: 'Use this to find players worth a review. An unusual score proves nothing.',
  postFairPlayPlayersByIdDismiss:
    'Call this after a review, with a reason. The player returns only if the score rises again.',
  getGiveawaysAll: 'Use this in the dashboard. Active ones come first; more than 100 come page by page.',
  getGiveawaysByIdParticipants: 'Use this to see who entered, newest first.',
  postGiveawaysCreate: 'Use this to announce a giveaway. Its draw is committed to immediately.',
  putGiveawaysUpdateById: 'Use this before the first entry. Afterwards you can only turn it on or off.',
  deleteGiveawaysDeleteById: 'Use this for a giveaway that nobody entered. Others stay until they are drawn.',
  getOverviewGrowth: 'Use this to see which challenges and gift cards earn money, and which players return.',
  getOutgoingWebhooks: 'Use this to see every address that receives events, and its health.',
  postOutgoingWebhooks:
    'Use this to connect your own system. Store the signing secret: only this answer has it.',
  putOutgoingWebhooksById: 'Use this to change address, description or events.',
  putOutgoingWebhooksByIdIsOn: 'Use this to pause deliveries. Turning it off drops its waiting events.',
  deleteOutgoingWebhooksById: 'Use this when a system is gone. Its secret and log are deleted too.',
  postOutgoingWebhooksByIdRotate: 'Use this regularly, or after a leak. For a day we sign with both secrets.',
  postOutgoingWebhooksByIdTest: 'Use this to check a receiver, even while the webhook is off.',
  getOutgoingWebhooksByIdSends: 'Use this to find failed deliveries of the last 30 days, newest first.',
  getOutgoingWebhooksByIdSendsBySendId: 'Use this to see an event’s body and each answer of your system.',
  postOutgoingWebhooksByIdSendsBySendIdReplay:
    'Use this after you fixed a receiver. The event keeps its webhook-id.',
  postOutgoingWebhooksByIdReplay:
    'Use this after an outage: everything, or only events that never got through.',
  getOverviewFailedWork: 'Use this to find work that gave up after its last retry, latest first.',
  postOverviewFailedWorkRunAgain: 'Call this after you fixed the cause. Finished steps don’t repeat.',
  getOverviewWarnings: 'Use this to notice a full disk or late backups before players do.',
  getOverview: 'Use this for the dashboard: figures and their change from the first day to the last (UTC).',
  getEventsAll: 'Use this in the dashboard. Active events come first; more than 500 come page by page.',
  getEventsSchedule: 'Use this to see the next events, draws and repeated tasks, soonest first, at most 200.',
  postEvents: 'Use this to announce an event with its triggers, rewards and dates.',
  putEventsById: 'Use this to change texts, dates or rewards. Paid rewards stay paid.',
  deleteEventsById: 'Use this to remove an event from every list. Paid rewards stay paid.',
  getEventsByIdPayouts: 'Call this before you send rewards, to see who would get what.',
  postEventsRunLeaderboardById: 'Call this once, after the preview. You can’t undo it.',
  getEventsByIdSending: 'Poll this while rewards are being sent.',
  getReferralsHeld: 'Use this to review the 200 oldest referrals that look unusual.',
  postReferralsByIdDecide: 'Call this after the review: count the referral, or don’t.',
  getPlayRules: 'Use this to see which rules on age and region apply, applied, or will apply.',
  postPlayRules: 'Use this to change minimum ages or open regions. Earlier versions never change.',
  getSuperAdminUsersByIdPlay: 'Use this for support: statement, limits, pauses and accepted terms.',
  putSuperAdminUsersByIdPlayStatement: 'Use this when a player made a mistake. It needs a reason.',
  getRoleGetAll: 'Use this to show all roles with their permissions, built-in ones first.',
  postRoleCreate: 'Use this to combine permissions. You can only give permissions that you have.',
  putRoleUpdateById: 'Use this to add or remove permissions. It applies to its users immediately.',
  deleteRoleDeleteById: 'Use this after you gave its users another role.',
  getGiftCardAll: 'Use this in the dashboard. Deleted cards are left out.',
  postGiftCardCreate: 'Send multipart/form-data with the picture as image.',
  putGiftCardUpdateById: 'Send multipart/form-data, with or without a new picture.',
  patchGiftCardByIdActive: 'Use this to pause or resume sales of a card.',
  deleteGiftCardDeleteById: 'Use this to remove a card from the shop. Sold codes stay with their buyers.',
  postGiftCardByIdCodes: 'Call this as a dry run first, then again to add the codes of the CSV file.',
  postGiftCardCodes: 'Use this when each line names its card by id or title. Call it as a dry run first.',
  postGiftCardCodesByIdReveal: 'Use this for support only: the audit log records each use.',
  postGiftCardPurchasesByIdReplace:
    'Use this when a player’s code doesn’t work. Send a new code, or take one from stock.',
  getGiftCardAllGiftCardRequest:
    'Use this to find deliveries by player or status. Cards from stock are already delivered.',
  getGiftCardWaitingRequests: 'Use this for a badge: how many wait, and how many are overdue.',
  patchGiftCardGiftCardRequestById:
    'Send a code, or say that you sent it another way. Take the mark away again to undo it.',
  postGiftCardGiftCardRequestByIdRefund:
    'Use this when you can’t deliver in time. The player gets all coins back.',
  getSuperAdminUsersByIdAttempts: 'Use this for support. Receipts need challenges:read.',
  getSuperAdminUsersByIdPurchases: 'Use this for support, newest first. Codes are left out.',
  getSuperAdminUsersByIdPayments: 'Use this for support, newest first.',
  getSuperAdminUsersByIdTransfers: 'Use this to see every movement of coins, XP and tokens, newest first.',
  getSuperAdminGetAllUsers:
    'Use this to find players by name, handle, address or id. Deleted users are left out.',
  getSuperAdminUsersById:
    'Use this for a user’s page: newest attempts, purchases, payments, sessions and notes.',
  putSuperAdminUpdateUserById:
    'Use this to correct a name or role. Changing coins also needs users:adjust-coins.',
  putSuperAdminUsersByIdEpicAccount: 'Use this to decide contested accounts, or to remove a wrong one.',
  putSuperAdminUsersByIdEpicProof:
    'Use this after you checked that the account is the player’s, or to undo it.',
  postSuperAdminUsersByIdResetHandle:
    'Use this for offensive handles. The player gets a random one and can change it later.',
  postSuperAdminUsersByIdRemoveSecondFactor: 'Use this when a player lost the phone. All their sessions end.',
  deleteSuperAdminDeleteUserById: 'Use this on a player’s request. The ledger stays under a pseudonym.',
  postSuperAdminUsersByIdSuspend: 'Use this to block an account. All sessions end, and nobody can sign in.',
  postSuperAdminUsersByIdUnsuspend: 'Use this after a review. Ended sessions stay ended.',
  postSuperAdminUsersByIdSignOut: 'Use this when an account may be stolen. The player can sign in again.',
  postSuperAdminUsersByIdNotes: 'Use this for support history. You can’t change or delete notes.',
};

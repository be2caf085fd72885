// SPDX-License-Identifier: Apache-2.0

/** The card field's look comes from the page's `style` option; the sandbox adds none of its own. */
export const cardStyles = `
:root{color-scheme:light;--text:#30313d;--placeholder:#757680;--bad:#df1b41;--icon:#757680;--size:16px;--family:system-ui,sans-serif;--weight:400}
*{box-sizing:border-box;margin:0}
html,body{background:transparent;overflow:hidden}
body{display:flex;align-items:center;gap:8px;min-height:calc(var(--size)*1.5);font:var(--weight) var(--size)/1.5 var(--family)}
#icon{width:24px;height:16px;flex:none;color:var(--icon)}
.bad #icon{color:var(--bad-icon,var(--bad))}
#icon[hidden]{display:none}
input{min-width:0;padding:0;border:0;outline:0;background:transparent;color:var(--text);font:inherit;height:calc(var(--size)*1.5);font-variant-numeric:tabular-nums}
input::placeholder{color:var(--placeholder);opacity:1}
input[aria-invalid=true]{color:var(--bad)}
input:disabled{opacity:.6}
#number{flex:1 1 0}
#expiry{flex:none;width:4.4em}
#cvc{flex:none;width:2.8em}
@media(max-width:260px){#icon{display:none}}
`;

export const challengeStyles = `
:root{color-scheme:light}
*{box-sizing:border-box;margin:0}
html,body{height:100%;background:transparent}
body{display:grid;place-items:center;padding:16px;background:rgba(7,9,15,.78);font:16px/1.5 system-ui,sans-serif;color:#1b1f2a}
main{width:100%;max-width:400px;background:#fff;padding:24px}
.bank{font-size:13px;color:#5a6070;border-bottom:1px solid #d9dce3;padding-bottom:12px;margin-bottom:16px}
h1{font-size:20px;line-height:1.25;margin-bottom:8px}
strong{font-variant-numeric:tabular-nums}
.actions{display:grid;gap:10px;margin-top:20px}
button{min-height:48px;border:1px solid #3b2bb3;background:#3b2bb3;color:#fff;font:600 15px/1 system-ui,sans-serif;cursor:pointer}
button+button{background:#fff;color:#3b2bb3}
button:focus-visible{outline:3px solid #8f83f0;outline-offset:2px}
#problem{color:#b3123a;margin-top:12px}
#problem:empty{display:none}
`;

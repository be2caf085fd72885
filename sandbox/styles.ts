// SPDX-License-Identifier: Apache-2.0

/** The style sheet of all sandbox pages: ink, cut corners, storm violet for play, gold for the one main action. */
export const styles = `
:root{color-scheme:dark;--ink-0:#07090f;--ink-1:#0c0f18;--ink-2:#131828;--ink-3:#1c2338;--line:#2b3554;--field:#6f7b99;--text:#edeff7;--mute:#9aa3b8;--gold:#ffc53d;--gold-ink:#1a1200;--storm:#7c5cff;--storm-2:#b7a6ff;--win:#3ddc97;--loss:#ff8080;--cut:14px;--display:Oxanium,"Chakra Petch",ui-sans-serif,system-ui,sans-serif}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;background:radial-gradient(900px 520px at 50% -120px,#1c1546 0,transparent 70%) no-repeat,var(--ink-0);color:var(--text);font:15px/1.55 Inter,ui-sans-serif,system-ui,sans-serif}
.ribbon{background:#2a1d66;border-bottom:1px solid var(--storm);color:#ded7ff;padding:8px 18px;text-align:center;font-size:14px}
main{margin:0 auto;padding:36px 18px 56px;width:100%;max-width:440px}
main.wide{max-width:1120px}
.ring{width:44px;height:44px;display:block;margin-bottom:16px}
h1,h2{font-family:var(--display);line-height:1.12;letter-spacing:-.01em}
h1{font-size:30px}
h2{font-size:19px;margin-bottom:14px}
h1+p{margin:10px 0 24px;color:var(--mute);max-width:62ch}
a{color:var(--storm-2)}
.cut,.card>*,button{clip-path:polygon(0 0,calc(100% - var(--cut)) 0,100% var(--cut),100% 100%,var(--cut) 100%,0 calc(100% - var(--cut)))}
.card{background:var(--line);padding:1px;min-width:0}
.card>*{background:var(--ink-1);padding:22px;height:100%}
.stack{display:grid;gap:18px;align-content:start}
.stack>h2{margin-bottom:-2px}
label,.field>span{display:block;font-weight:500;margin-bottom:6px}
input:not([type=checkbox]),select{width:100%;height:46px;padding:0 12px;background:var(--ink-2);color:var(--text);border:1px solid var(--field);border-radius:0;font:inherit}
:focus-visible{outline:2px solid var(--storm-2);outline-offset:2px}
button:focus-visible{outline-offset:-5px;outline-color:var(--ink-0)}
button.ghost:focus-visible{outline-color:var(--storm-2)}
.check{display:flex;gap:12px;align-items:center;min-height:32px}
.check label{margin:0}
fieldset{margin:0;padding:0;border:0;min-width:0}
legend{padding:0;margin-bottom:6px}
input[type=checkbox]{width:22px;height:22px;accent-color:var(--storm);flex:none}
button{--cut:10px;min-height:48px;padding:0 22px;border:0;background:var(--gold);color:var(--gold-ink);font:600 15px/1 var(--display);cursor:pointer}
button:active{transform:translateY(1px)}
button:disabled{background:var(--ink-3);color:var(--mute);cursor:progress}
button.ghost{background:var(--ink-3);color:var(--text)}
button.small{--cut:6px;min-height:34px;padding:0 12px;font-size:13px;margin:-6px 6px -6px 0}
.pairs div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:2px 12px;padding:5px 0}
.pairs dd{margin:0;color:var(--mute);font-size:14px}
.messages{list-style:none;padding:0;display:grid;gap:8px;max-height:420px;overflow-y:auto}
.messages button{width:100%;padding:10px 14px;text-align:left;line-height:1.35;overflow-wrap:anywhere}
.messages button[aria-pressed=true]{box-shadow:inset 3px 0 var(--storm-2)}
.messages span{display:block;font:13px/1.4 Inter,ui-sans-serif,system-ui,sans-serif;color:var(--mute)}
iframe.mail{width:100%;height:640px;border:1px solid var(--line);background:#fff}
iframe[hidden]{display:none}
pre.said{font:14px/1.55 ui-monospace,monospace}
.actions{display:grid;grid-template-columns:2fr 1fr;gap:12px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:14px}
.columns{display:grid;grid-template:auto 1fr/360px minmax(0,1fr);gap:18px;align-items:start}
.columns>.results{grid-area:1/2/3/3}
.columns>.settings{grid-area:2/1}
.columns>.side{grid-area:1/1/3/2}
.columns>*{min-width:0}
.hint{color:var(--mute);font-size:14px;margin-top:6px}
.alert{border-left:3px solid var(--loss);background:#2a1420;padding:10px 14px;margin-bottom:18px}
.alert:empty{display:none}
.status{position:sticky;bottom:12px;width:fit-content;margin:18px 0 0 auto;padding:12px 16px;pointer-events:none;background:#2a1d66;border-left:3px solid var(--storm);color:var(--text)}
.status:empty{display:none}
.status.bad{border-color:var(--loss)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(90px,1fr));margin-top:16px;padding:0 1px 1px 0}
.figures div{border:1px solid var(--line);margin:0 -1px -1px 0;padding:12px 14px}
.figures dt{color:var(--mute);font-size:13px}
.figures dd{margin:0;font:600 18px var(--display);font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th{color:var(--mute);font-size:13px;font-weight:500;text-align:left;padding:8px 10px;border-bottom:1px solid var(--line);white-space:nowrap}
td{padding:11px 10px;border-bottom:1px solid #1a2135;white-space:nowrap}
td.wrap{white-space:normal;overflow-wrap:break-word}
th.n,td.n{text-align:right}
.tag{color:var(--win)}
.tag.wait{color:var(--gold)}
.list{list-style:none;padding:0;display:grid;gap:14px;grid-template-columns:repeat(auto-fit,minmax(260px,1fr))}
code{font:13px ui-monospace,monospace;color:var(--storm-2);overflow-wrap:anywhere}
.said{background:var(--ink-2);padding:12px 14px;white-space:pre-wrap;overflow-wrap:anywhere}
.said b{display:block;color:var(--mute);font-weight:500;font-size:13px}
@media(max-width:820px){.columns{grid-template:none/minmax(0,1fr)}.columns>.results,.columns>.settings,.columns>.side{grid-area:auto}.card>*{padding:18px}h1{font-size:26px}main{padding-top:26px}th,td{padding-left:6px;padding-right:6px}.hide-s{display:none}.flow thead{display:none}.flow tr{display:flex;flex-wrap:wrap;border-bottom:1px solid #1a2135;padding:8px 0}.flow td{border:0;padding:4px 6px}.flow td.wrap{flex:1;min-width:60%}.flow td:last-child{flex:1 0 100%;white-space:normal}.lead{order:-1}.lead .messages{max-height:230px}.flow td:empty{display:none}.flow button.small{margin:3px 6px 3px 0}}
@media(prefers-reduced-motion:reduce){button:active{transform:none}}
`;

-- A purchase tells who asked for it: the id of the request, which the log, its jobs and its mail carry too. The server
-- sets it in the statement that buys (server/features/shop/purchase-store.ts); other jobs get it from outbox.ts.
do $$
declare
  v_old text := pg_get_functiondef('shop_checkout'::regproc);
  v_new text := replace(v_old,
    $old$json_build_object('orderId', v_order, 'playerId', p_player)$old$,
    $new$json_strip_nulls(json_build_object('orderId', v_order, 'playerId', p_player,
      '_requestId', nullif(current_setting('finalring.request_id', true), '')))$new$);
begin
  if v_new = v_old then
    raise exception 'shop_checkout does not publish purchases as expected';
  end if;
  execute v_new;
end $$;

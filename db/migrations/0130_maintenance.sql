-- A time in which players start, buy and pay nothing, since an operator works on the installation: why, and until when it is
-- planned to last. One row while it lasts, none otherwise.
create table maintenance (
  is_on boolean primary key default true check (is_on),
  reason text not null check (length(reason) between 1 and 200),
  planned_until timestamptz not null,
  began_at timestamptz not null
);

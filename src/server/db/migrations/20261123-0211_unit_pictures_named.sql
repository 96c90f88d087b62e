-- Which pictures drafts, versions and rooms show: a picture that none of them names is collected.
create index unit_pictures on unit using gin (jsonb_path_query_array(draft, '$.**.asset'));
create index unit_version_pictures on unit_version using gin (jsonb_path_query_array(content, '$.**.asset'));
create index room_pictures on room using gin (jsonb_path_query_array(content, '$.**.asset'));
create index unit_asset_hash on unit_asset (hash);

-- Whether anybody still has a picture: what nobody has and nothing names is collected.
create index unit_asset_hash on unit_asset (hash);
